/** The Redis that gateways and workers share. */

import type { Config } from '../config.ts'

/** The address and the prefix of all keys. */
export const redisOf = (url: string, { redisPrefix }: Config) => ({ url, prefix: redisPrefix })
