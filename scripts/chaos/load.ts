/** Callers that create graphs, ask for images of them, or not, read them and delete some. */

import { setTimeout as pause } from 'node:timers/promises'
import type { ChaosClient } from './client.ts'

export interface Load {
  /** Graphs whose create was answered with 201, and that nobody deletes. */
  readonly kept: ReadonlySet<string>
  /** Graphs whose deletion was answered well. */
  readonly deleted: ReadonlySet<string>
  /** Answers that were neither what was asked for nor a refusal. */
  readonly faults: readonly string[]
  /** Begins no more; resolves when all has been answered. */
  stop(): Promise<void>
}

const figure = (seed: number) =>
  JSON.stringify({
    data: [{ type: 'bar', y: [seed % 17, 3, 2, seed % 5] }],
    layout: { title: { text: `Graph ${seed}` }, width: 300, height: 200 },
  })

export function startLoad(client: ChaosClient, perSecond: number): Load {
  const kept = new Set<string>()
  const deleted = new Set<string>()
  const faults: string[] = []
  const inFlight = new Set<Promise<void>>()
  let seed = 0

  async function want(method: string, path: string, wanted: number, options = {}): Promise<Buffer | null> {
    const answer = await client.ask(method, path, options)
    if (answer?.status === wanted) return answer.body
    if (answer) faults.push(`${method} ${path}: ${answer.status} ${answer.body.toString().slice(0, 200)}`)
    return null
  }

  async function live(at: number): Promise<void> {
    const idempotencyKey = crypto.randomUUID()
    const made = await want('POST', '/v1/graph', 201, { body: figure(at), idempotencyKey })
    if (!made) return
    const { graph_id: graphId } = (JSON.parse(made.toString()) as { graph: { graph_id: string } }).graph
    const dies = at % 7 === 0
    if (!dies) kept.add(graphId)
    if (at % 2 === 0) await want('GET', `/p/${graphId}.png`, 200)
    if (at % 5 === 0) await want('GET', `/p/${graphId}.png?width=${300 + (at % 3) * 50}`, 200)
    if (at % 3 === 0) await want('GET', `/v1/graph/${graphId}`, 200)
    if (!dies) return
    const answer = await client.ask('DELETE', `/v1/graph/${graphId}`)
    // Deleted by a try whose answer was lost.
    if (answer?.status === 200 || answer?.status === 404) deleted.add(graphId)
    else if (answer) faults.push(`DELETE: ${answer.status} ${answer.body.toString().slice(0, 200)}`)
  }

  const timer = setInterval(() => {
    const one: Promise<void> = live(++seed).finally(() => inFlight.delete(one))
    inFlight.add(one)
  }, 1_000 / perSecond)

  return {
    kept,
    deleted,
    faults,
    async stop() {
      clearInterval(timer)
      while (inFlight.size > 0) await Promise.race([...inFlight, pause(1_000)])
    },
  }
}
