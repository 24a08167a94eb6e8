/** Accounts that create and fetch ordinary charts, as if nothing else went on. */

import { setTimeout as pause } from 'node:timers/promises'
import { keepArriving } from '../bench/measure.ts'
import type { Answered, Client } from './client.ts'
import { ordinaryFigure } from './figures.ts'

export interface Ordinary {
  /** Creates a chart and fetches its image. */
  chart(): Promise<void>
  /** Charts at a steady rate; latencies in milliseconds from when each was due, sorted. */
  keepArriving(perSecond: number, seconds: number): Promise<number[]>
  /** What was answered otherwise than it should have been. */
  readonly failures: readonly string[]
}

/** `patient` clients ask again where the service says when, as on a machine that is busy with other work. */
export function createOrdinary(clients: readonly Client[], { patient = false } = {}): Ordinary {
  const failures: string[] = []
  let seed = 0

  async function chart(): Promise<void> {
    const client = clients[seed % clients.length]!
    const created = await client.send('POST', '/v1/graph', ordinaryFigure(seed++))
    if (created.status !== 201) {
      failures.push(`create: ${created.status} ${created.body.toString().slice(0, 200)}`)
      return
    }
    const { graph } = JSON.parse(created.body.toString())
    const image = await imageOf(client, new URL(graph.image_url).pathname)
    if (image.status !== 200) failures.push(`image: ${image.status} ${image.body.toString().slice(0, 200)}`)
  }

  async function imageOf(client: Client, path: string): Promise<Answered> {
    for (let asked = 1; ; asked++) {
      const answer = await client.send('GET', path)
      const again = patient && answer.status === 503 && answer.retryAfter !== null && asked < 12
      if (!again) return answer
      await pause(Math.min(answer.retryAfter, 5) * 1000)
    }
  }

  return { chart, failures, keepArriving: (perSecond, seconds) => keepArriving(chart, perSecond, seconds) }
}
