/** Opens the configured shared queue and the store. */

import { type Config, ConfigError } from '../config/config.ts'
import { openQueueAdmin, type QueueAdmin } from '../job-queue/admin.ts'
import type { OpenStore } from './open-store.ts'

export async function openQueueOf(config: Config, openStore: OpenStore): Promise<QueueAdmin> {
  if (config.redisUrl === null) throw new ConfigError(['REDIS_URL must be set: it names the shared queue'])
  const store = await openStore()
  const admin = await openQueueAdmin({ url: config.redisUrl, prefix: config.redisPrefix }, store).catch(
    async error => {
      await store.close()
      throw error
    },
  )
  return {
    ...admin,
    async close() {
      await admin.close()
      await store.close()
    },
  }
}
