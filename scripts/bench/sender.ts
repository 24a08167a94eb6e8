/**
 * Someone else who sends, in a thread of its own: a sender of large bodies that shared the measuring thread would hold
 * up its clock. Run as a worker; its answer are the latencies of `keepArriving`.
 */

import { Agent } from 'node:http'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { ask, expect, type Service } from '../service/service.ts'
import { keepArriving } from './measure.ts'

interface Order {
  readonly url: string
  readonly key: string
  readonly body: string
  readonly perSecond: number
  readonly seconds: number
}

/** Creates graphs of that body at a steady rate, from another thread. Latencies in milliseconds, sorted. */
export function keepCreatingElsewhere(
  { url, key }: Service,
  body: string,
  perSecond: number,
  seconds: number,
): Promise<number[]> {
  const { promise, resolve, reject } = Promise.withResolvers<number[]>()
  const order: Order = { url, key, body, perSecond, seconds }
  const worker = new Worker(new URL(import.meta.url), { workerData: order })
  worker.once('message', resolve)
  worker.once('error', reject)
  return promise
}

async function send({ url, key, body, perSecond, seconds }: Order): Promise<void> {
  const agent = new Agent({ keepAlive: true })
  const headers = { Authorization: `Bearer ${key}` }
  const create = async () => expect(201, await ask(agent, 'POST', new URL('/v1/graph', url), headers, body))
  const took = await keepArriving(create, perSecond, seconds)
  agent.destroy()
  parentPort!.postMessage(took)
}

if (!isMainThread && workerData?.perSecond) await send(workerData)
