/** Broadcasts between gateways through Redis. Loaded only if REDIS_URL is set. */

import { openForCommands, openForListening, type RedisAddress } from './connection.ts'
import { queueKeys } from './keys.ts'

export interface Broadcast {
  /**
   * Subscribes to a channel: `hear` is called with the messages of other gateways. Returns the function that sends
   * messages. Lost messages are not repeated.
   */
  join<T>(name: string, hear: (word: T) => void): (word: T) => void
  close(): void
}

/** `onError` is called when the connection breaks. */
export function openBroadcast({ url, prefix }: RedisAddress, onError: (error: unknown) => void): Broadcast {
  const keys = queueKeys(prefix)
  const own = crypto.randomUUID()
  const commands = openForCommands(url, onError)
  const listening = openForListening(url, onError)
  return {
    join<T>(name: string, hear: (word: T) => void) {
      const channel = keys.broadcast(name)
      listening.subscribe(channel).catch(onError)
      listening.on('message', (from: string, text: string) => {
        if (from !== channel) return
        const { by, word } = JSON.parse(text) as { readonly by: string; readonly word: T }
        if (by !== own) hear(word)
      })
      return word => void commands.publish(channel, JSON.stringify({ by: own, word })).catch(onError)
    },
    close() {
      commands.disconnect()
      listening.disconnect()
    },
  }
}
