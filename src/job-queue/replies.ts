/** Sends outcomes from workers to the gateways that wait for them. */

import type { Redis } from 'ioredis'
import type { QueueKeys } from './keys.ts'

interface Reply {
  readonly jobId: string
  /** Absent if the job succeeded. */
  readonly error?: string
}

/** Sends an outcome. If the message is lost, the gateway finds the result in the store. */
export async function reply(
  redis: Redis,
  keys: QueueKeys,
  gateways: readonly string[],
  outcome: Reply,
): Promise<void> {
  const text = JSON.stringify(outcome)
  await Promise.all(gateways.map(gatewayId => redis.publish(keys.replies(gatewayId), text)))
}

/** `listening` must be a connection of its own. */
export function subscribeToReplies(
  listening: Redis,
  keys: QueueKeys,
  gatewayId: string,
  hear: (outcome: Reply) => void,
  onError: (error: unknown) => void,
): Promise<void> {
  listening.on('message', (_channel: string, text: string) => hear(JSON.parse(text) as Reply))
  return listening.subscribe(keys.replies(gatewayId)).then(() => {}, onError)
}
