-- Appends one record, or tells the present version and changes nothing.
-- KEYS: match stream, feed, deadlines.
-- ARGV: wake channel, match, version, record, deadline in ms or '', SHA-1 of the record before or '' to take any.
local head = redis.call('XLEN', KEYS[1])
if head ~= tonumber(ARGV[3]) - 1 then
  return head
end
if ARGV[6] ~= '' then
  local newest = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)[1]
  if redis.sha1hex(newest[2][2]) ~= ARGV[6] then
    return head
  end
end
redis.call('XADD', KEYS[1], ARGV[3] .. '-0', 'record', ARGV[4])
redis.call('XADD', KEYS[2], '*', 'match', ARGV[2], 'version', ARGV[3], 'record', ARGV[4])
if ARGV[5] == '' then
  redis.call('ZREM', KEYS[3], ARGV[2])
else
  redis.call('ZADD', KEYS[3], ARGV[5], ARGV[2])
end
redis.call('SPUBLISH', ARGV[1], '')
return false
