/** Runs an attack in a thread of its own, so that making it does not hold up the clock of the polite client. */

import { once } from 'node:events'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { attacks, type Target } from './attacks.ts'

interface Order {
  readonly attack: string
  readonly url: string
  readonly large: string
}

/** Returns what ends the attack. */
export function startAttack(attack: string, { url, large }: Target): () => Promise<void> {
  const worker = new Worker(new URL(import.meta.url), {
    workerData: { attack, url: url.href, large } satisfies Order,
  })
  const ended = once(worker, 'exit')
  return async () => {
    worker.postMessage('end')
    await ended
  }
}

if (!isMainThread && parentPort && workerData?.attack in attacks) {
  const { attack, url, large } = workerData as Order
  const ending = new AbortController()
  parentPort.once('message', () => ending.abort())
  await attacks[attack]?.({ url: new URL(url), large }, ending.signal)
}
