/** Word of changes between gateways, over Redis. Loaded only where REDIS_URL is set. */

import type { Feed, GraphChange } from '../domain/graph/feed.ts'
import { openForCommands, openForListening, type RedisAddress } from './connection.ts'
import { queueKeys } from './keys.ts'

export interface SharedFeed {
  /** Tells the other gateways. */
  publish(change: GraphChange): void
  close(): void
}

/**
 * `hear` is told what other gateways changed, `onError` of a connection that broke: what is lost meanwhile the store
 * still knows.
 */
export function openSharedFeed(
  { url, prefix }: RedisAddress,
  hear: Feed['publish'],
  onError: (error: unknown) => void,
): SharedFeed {
  const channel = queueKeys(prefix).changes
  const own = crypto.randomUUID()
  const commands = openForCommands(url, onError)
  const listening = openForListening(url, onError)
  listening.subscribe(channel).catch(onError)
  listening.on('message', (_channel: string, text: string) => {
    const { from, change } = JSON.parse(text) as { from: string; change: GraphChange }
    if (from !== own) hear(change)
  })
  return {
    publish(change) {
      commands.publish(channel, JSON.stringify({ from: own, change })).catch(onError)
    },
    close() {
      commands.disconnect()
      listening.disconnect()
    },
  }
}
