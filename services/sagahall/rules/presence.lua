-- Writes down which seats watch matches through a replica, and returns for each match those that do through others.
--
-- KEYS     one hash for each match: replica -> "<until> <seat>...", which counts until that time in milliseconds
-- ARGV     the channel, the replica, for how many milliseconds it counts, then for each match the seats by spaces
-- channel  "<replica> <key>..." whenever that replica has found out that those keys have changed

local replica, kept = ARGV[2], tonumber(ARGV[3])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

-- What there is from others, what there was from the replica itself, and whether somebody was found to be gone.
local function read(key)
  local others, own, gone = {}, '', false
  local entries = redis.call('HGETALL', key)
  for index = 1, #entries, 2 do
    local expires, seats = entries[index + 1]:match('^(%d+) (.*)$')
    if entries[index] == replica then
      own = seats
    elseif tonumber(expires) > now then
      others[#others + 1] = seats
    else
      redis.call('HDEL', key, entries[index])
      gone = true
    end
  end
  return table.concat(others, ' '), own, gone
end

local found, changes = {}, {}
for index, key in ipairs(KEYS) do
  local seats = ARGV[3 + index]
  local others, own, gone = read(key)
  if seats ~= '' then
    redis.call('HSET', key, replica, now + kept .. ' ' .. seats)
    redis.call('PEXPIRE', key, kept)
  elseif own ~= '' then
    redis.call('HDEL', key, replica)
  end
  if seats ~= own or gone then
    changes[#changes + 1] = key
  end
  found[index] = others
end
if #changes > 0 then
  redis.call('SPUBLISH', ARGV[1], replica .. ' ' .. table.concat(changes, ' '))
end
return found
