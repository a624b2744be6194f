-- Ends the wait of tickets that nobody has watched for too long. ARGV: lifetime when finished, most tickets.
local tickets = redis.call('ZRANGE', key('expiries'), '-inf', now(), 'BYSCORE', 'LIMIT', 0, ARGV[2])
for _, ticket in ipairs(tickets) do
  leave(ticket)
  finish(ticket, 'expired', ARGV[1])
  announce({ticket})
end
return #tickets
