/** The Redis that gateways and workers share. */

import type { Config } from '../config/config.ts'
import { messageOf } from '../errors/cause.ts'
import type { Log } from '../log.ts'

/** The address and the prefix of all keys. */
export const redisOf = (url: string, { redisPrefix }: Config) => ({ url, prefix: redisPrefix })

/** While Redis is away, each connection fails again every second. */
const silentMs = 60_000

/**
 * Logs failures as warnings with that message. One that repeats is logged once a minute, with how often it was left out.
 */
export function logFailures(log: Pick<Log, 'warn'>, message: string): (error: unknown) => void {
  let last = ''
  let loggedAt = 0
  let leftOut = 0
  return error => {
    const text = messageOf(error)
    const now = performance.now()
    if (text === last && now - loggedAt < silentMs) {
      leftOut++
      return
    }
    log.warn({ err: error, ...(leftOut > 0 && { leftOut }) }, message)
    ;[last, loggedAt, leftOut] = [text, now, 0]
  }
}
