-- Takes a whole group out of its queue, if each of its tickets still waits. ARGV: group, tickets by seat...
local group = ARGV[1]
local tickets = {unpack(ARGV, 2)}
for _, ticket in ipairs(tickets) do
  if get(ticket, 'state') ~= 'waiting' then
    return 0
  end
end
for _, ticket in ipairs(tickets) do
  leave(ticket)
  redis.call('HSET', key('ticket', ticket), 'state', 'forming')
end
redis.call('RPUSH', key('group', group), unpack(tickets))
redis.call('ZADD', key('forming'), now(), group)
announce(tickets)
return 1
