-- What all scripts share. KEYS[1] is what every key begins with; it has the hash tag, so that all lie in one slot.
--
--   ticket:<ticket>    hash: what the ticket asks for, its state, and its order among all tickets
--   queue:<queue>      sorted set: the tickets that wait for the same thing, by order
--   queues             set: the queues in which somebody waits
--   player:<player>    hash: queue -> the player's live ticket in it (waiting or forming)
--   pace:<player>      the time at which the tickets that the player has created are paid off; gone by then
--   expiries           sorted set: the waiting tickets by the time at which they stop waiting
--   group:<group>      list: the tickets of a group whose match is being made, by seat
--   forming            sorted set: the groups by the time at which their match is to be asked for (again)
--   resting:<queue>    there while a queue rests because a match for it was refused
--   order              the order of the newest ticket
--   changes            channel: "<queue> <ticket>..." whenever those tickets change; those behind them may move up

local function key(name, id)
  return KEYS[1] .. ':' .. name .. (id and ':' .. id or '')
end

local function now()
  local time = redis.call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end

local function get(ticket, field)
  return redis.call('HGET', key('ticket', ticket), field)
end

-- All that is known of a ticket: its id, its position, and its fields by name.
local function describe(ticket)
  local position = redis.call('ZRANK', key('queue', get(ticket, 'queue')), ticket)
  return {ticket, position or 0, redis.call('HGETALL', key('ticket', ticket))}
end

-- Keeps a live ticket alive: a forming one for the case that it goes back to its queue.
local function renew(ticket, lifetime)
  local expires = now() + lifetime
  redis.call('HSET', key('ticket', ticket), 'expires', expires)
  redis.call('ZADD', key('expiries'), 'XX', expires, ticket)
end

-- Puts a ticket into its queue, at the place that its order gives it.
local function enter(ticket)
  local queue = get(ticket, 'queue')
  redis.call('HSET', key('ticket', ticket), 'state', 'waiting')
  redis.call('ZADD', key('queue', queue), get(ticket, 'order'), ticket)
  redis.call('SADD', key('queues'), queue)
  redis.call('ZADD', key('expiries'), get(ticket, 'expires'), ticket)
end

local function leave(ticket)
  local queue = get(ticket, 'queue')
  redis.call('ZREM', key('queue', queue), ticket)
  if redis.call('EXISTS', key('queue', queue)) == 0 then
    redis.call('SREM', key('queues'), queue)
  end
  redis.call('ZREM', key('expiries'), ticket)
end

-- Gives a ticket its final state. It stays readable for a while.
local function finish(ticket, state, lifetime)
  redis.call('HSET', key('ticket', ticket), 'state', state)
  redis.call('HDEL', key('ticket', ticket), 'expires')
  redis.call('HDEL', key('player', get(ticket, 'player')), get(ticket, 'queue'))
  redis.call('PEXPIRE', key('ticket', ticket), lifetime)
end

local function announce(tickets)
  redis.call('SPUBLISH', key('changes'), get(tickets[1], 'queue') .. ' ' .. table.concat(tickets, ' '))
end
