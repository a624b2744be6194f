-- Hands out the groups whose match is to be asked for now; nobody else gets them before the lease is over.
-- ARGV: lease, most groups.
local time = now()
local found = {}
for i, group in ipairs(redis.call('ZRANGE', key('forming'), '-inf', time, 'BYSCORE', 'LIMIT', 0, ARGV[2])) do
  redis.call('ZADD', key('forming'), time + ARGV[1], group)
  found[i] = {group}
  for seat, ticket in ipairs(redis.call('LRANGE', key('group', group), 0, -1)) do
    found[i][seat + 1] = describe(ticket)
  end
end
return found
