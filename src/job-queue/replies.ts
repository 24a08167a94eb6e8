/** The way of an outcome from the worker to the gateways that wait for it, and to no other. */

import type { Redis } from 'ioredis'
import type { QueueKeys } from './keys.ts'

interface Reply {
  readonly jobId: string
  /** Absent when the job ended well. */
  readonly error?: string
}

/** What is lost on the way, the gateway finds in the store. */
export async function reply(
  redis: Redis,
  keys: QueueKeys,
  gateways: readonly string[],
  outcome: Reply,
): Promise<void> {
  const text = JSON.stringify(outcome)
  await Promise.all(gateways.map(gatewayId => redis.publish(keys.replies(gatewayId), text)))
}

/** `listening` is a connection that does nothing else. */
export function hearReplies(
  listening: Redis,
  keys: QueueKeys,
  gatewayId: string,
  hear: (outcome: Reply) => void,
  onError: (error: unknown) => void,
): Promise<void> {
  listening.on('message', (_channel: string, text: string) => hear(JSON.parse(text) as Reply))
  return listening.subscribe(keys.replies(gatewayId)).then(() => {}, onError)
}
