-- Stops waiting, unless it is too late. ARGV: ticket, player, lifetime when finished.
local ticket = ARGV[1]
if get(ticket, 'player') ~= ARGV[2] then
  return {'unknown'}
end
local state = get(ticket, 'state')
if state == 'forming' or state == 'matched' then
  return {'taken'}
end
if state == 'waiting' then
  leave(ticket)
  finish(ticket, 'cancelled', ARGV[3])
  announce({ticket})
end
return {'stopped', describe(ticket)}
