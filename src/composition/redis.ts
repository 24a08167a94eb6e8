/** Which Redis the gateways and workers of one service share. */

import type { Config } from '../config.ts'

/** Its address, and what every key of the service in it begins with. */
export const redisOf = (url: string, { redisPrefix }: Config) => ({ url, prefix: redisPrefix })
