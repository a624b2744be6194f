-- Gives all tickets of a group their match and seats. Nothing happens to a group that is no longer forming.
-- ARGV: group, match, lifetime when finished.
local group = ARGV[1]
local tickets = redis.call('LRANGE', key('group', group), 0, -1)
if redis.call('ZREM', key('forming'), group) == 0 then
  return 0
end
redis.call('DEL', key('group', group))
for i, ticket in ipairs(tickets) do
  redis.call('HSET', key('ticket', ticket), 'match', ARGV[2], 'seat', i - 1)
  finish(ticket, 'matched', ARGV[3])
end
announce(tickets)
return 1
