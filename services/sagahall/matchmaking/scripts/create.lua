-- Makes a ticket and lets it wait, or finds the one that the same request made.
-- ARGV: ticket, digest of the request, lifetime, most live tickets of a player, player, queue, further fields...
local ticket, digest, lifetime, most, player, queue = unpack(ARGV, 1, 6)
local known = get(ticket, 'digest')
if known then
  return known == digest and {'made', describe(ticket)} or {'reused'}
end
local other = redis.call('HGET', key('player', player), queue)
if other then
  return {'waiting', other}
end
if redis.call('HLEN', key('player', player)) >= tonumber(most) then
  return {'too many'}
end
redis.call('HSET', key('ticket', ticket), 'digest', digest, 'player', player, 'queue', queue,
  'order', redis.call('INCR', key('order')), 'created', now(), unpack(ARGV, 7))
redis.call('HSET', key('player', player), queue, ticket)
enter(ticket, lifetime)
return {'made', describe(ticket)}
