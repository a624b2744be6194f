-- Empties the stream of a match that is archived. What is left of it remembers the newest version, for ever.
-- KEYS: match stream, deadlines.
-- ARGV: match, newest version, newest record.
-- Returns 1 if the match has retired, now or before; 0 if it has other records than these, and nothing has changed.
local newest = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)[1]
if not newest then
  return redis.call('EXISTS', KEYS[1])
end
local same = newest[1] == ARGV[2] .. '-0' and newest[2][2] == ARGV[3]
if not same or redis.call('XLEN', KEYS[1]) ~= tonumber(ARGV[2]) then
  return 0
end
redis.call('XTRIM', KEYS[1], 'MAXLEN', 0)
redis.call('ZREM', KEYS[2], ARGV[1])
return 1
