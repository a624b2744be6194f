-- Counts the entries of a feed after a position, at most so many, and tells the position of the first.
-- KEYS: feed. ARGV: position, how many at most.
local found = redis.call('XRANGE', KEYS[1], '(' .. ARGV[1], '+', 'COUNT', ARGV[2])
return {#found, found[1] and found[1][1]}
