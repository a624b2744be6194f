-- Puts all tickets of a group back to their old places, and lets their queue rest. Nothing happens to a group that is
-- no longer forming. ARGV: group, lifetime, rest.
local group = ARGV[1]
local tickets = redis.call('LRANGE', key('group', group), 0, -1)
if redis.call('ZREM', key('forming'), group) == 0 then
  return 0
end
redis.call('DEL', key('group', group))
for _, ticket in ipairs(tickets) do
  enter(ticket, ARGV[2])
end
redis.call('SET', key('resting', get(tickets[1], 'queue')), '', 'PX', ARGV[3])
announce(tickets)
return 1
