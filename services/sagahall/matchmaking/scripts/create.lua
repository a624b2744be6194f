-- Makes a ticket and lets it wait, or finds the one that the same request made.
-- ARGV: ticket, lifetime, most live tickets of a player, pause between tickets, most tickets without a pause,
-- player, queue, seats, further fields...
local ticket, lifetime, most, pause, burst, player, queue, seats = unpack(ARGV, 1, 8)
local known = get(ticket, 'queue')
if known then
  return known == queue and get(ticket, 'seats') == seats and {'made', describe(ticket)} or {'reused'}
end
local other = redis.call('HGET', key('player', player), queue)
if other then
  return {'waiting', other}
end
if redis.call('HLEN', key('player', player)) >= tonumber(most) then
  return {'too many'}
end
local ahead = math.max(redis.call('GET', key('pace', player)) or 0, now()) + pause - now()
if ahead > burst * pause then
  return {'too fast'}
end
redis.call('SET', key('pace', player), now() + ahead, 'PX', ahead)
redis.call('HSET', key('ticket', ticket), 'player', player, 'queue', queue, 'seats', seats,
  'order', redis.call('INCR', key('order')), 'created', now(), 'expires', now() + lifetime, unpack(ARGV, 9))
redis.call('HSET', key('player', player), queue, ticket)
enter(ticket)
return {'made', describe(ticket)}
