-- Puts all tickets of a group back to their old places, and lets their queue rest. Who was not watched in the meantime
-- has no more time than before. Nothing happens to a group that is no longer forming. ARGV: group, rest.
local group = ARGV[1]
local tickets = redis.call('LRANGE', key('group', group), 0, -1)
if redis.call('ZREM', key('forming'), group) == 0 then
  return 0
end
redis.call('DEL', key('group', group))
for _, ticket in ipairs(tickets) do
  enter(ticket)
end
redis.call('SET', key('resting', get(tickets[1], 'queue')), '', 'PX', ARGV[2])
announce(tickets)
return 1
