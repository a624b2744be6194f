-- Tells how tickets stand, and keeps the live ones alive. Who is not the ticket's player is told nothing.
-- ARGV: lifetime, then ticket, player...
local found = {}
for i = 2, #ARGV, 2 do
  local ticket = ARGV[i]
  local own = get(ticket, 'player') == ARGV[i + 1]
  if own and get(ticket, 'expires') then
    renew(ticket, ARGV[1])
  end
  found[#found + 1] = own and describe(ticket) or false
end
return found
