/** Fragments of the Lua scripts that run in Redis. */

/** `now`: milliseconds since 1970. */
export const nowOfRedis = `local t = redis.call('TIME'); local now = t[1] * 1000 + math.floor(t[2] / 1000)`
