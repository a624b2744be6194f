-- The tickets of a queue, oldest first, each with its player and seat counts; none while the queue rests. ARGV: queue.
local found = {}
if redis.call('EXISTS', key('resting', ARGV[1])) == 0 then
  for i, ticket in ipairs(redis.call('ZRANGE', key('queue', ARGV[1]), 0, -1)) do
    found[i] = {ticket, get(ticket, 'player'), get(ticket, 'seats')}
  end
end
return found
