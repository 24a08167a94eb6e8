/**
 * Queues appends per graph and writes them in order. Appends that arrive during a write are written together in the
 * next one, so that they share one disk sync; each still makes a version of its own.
 */

import { graphNotFound, overloaded, tooManyConcurrentChanges } from '../../errors/errors.ts'
import { unreachable } from '../../errors/unreachable.ts'
import type { AppendRequest } from '../figure/append/append-request.ts'
import type { BodyReaders } from '../figure/body-readers.ts'
import type { GraphId } from '../ids.ts'
import type { Store } from '../ports.ts'
import { type PendingAppend, plan, type Waiting } from './append-plan.ts'
import type { OwnedGraph } from './graph.ts'
import { createNewestShapes } from './newest-shapes.ts'

export interface AppendQueue {
  /** Resolves with the number of the new version, once it is durable. */
  append(graph: Pick<OwnedGraph, 'graphId' | 'accountId'>, wanted: PendingAppend): Promise<number>
}

export interface AppendQueueDeps {
  readonly store: Pick<Store, 'graphs'>
  readonly bodies: Pick<BodyReaders, 'shapeOf'>
  readonly onVersion: (graph: OwnedGraph) => void
}

/** Most appends in one write. More would make the first of them wait for the last. */
const batch = 100
/** Most text in one write, in characters or bytes, because the store keeps a write in one record. */
const batchLength = 1024 * 1024
/** Most appends that may wait for one graph. */
const maxWaiting = 2_000
/** How often a write is retried when another gateway has changed the graph. */
const attempts = 50

export function createAppendQueue({ store, bodies, onVersion }: AppendQueueDeps): AppendQueue {
  const { graphs } = store
  const queues = new Map<string, Waiting[]>()
  const shapes = createNewestShapes({ graphs, bodies })

  async function write(graphId: GraphId, waiting: readonly Waiting[]): Promise<void> {
    let left = waiting
    // A cached shape may be outdated, and `ifVersion` must be compared with the version that is really the newest.
    const remembered = left.some(({ ifVersion }) => ifVersion !== undefined)
      ? undefined
      : shapes.cached(graphId)
    let known = remembered ?? (await shapes.read(graphId))
    for (let attempt = 0; attempt < attempts; attempt++) {
      const from = known.version
      const planned = await plan(graphs, graphId, left, known)
      if (planned.length === 0) return
      const createdAt = new Date()
      const appends = planned.map(({ segment, waiting: { claim } }) => ({ segment, createdAt, claim }))
      const outcome = await graphs.append(graphId, from, appends)
      switch (outcome.kind) {
        case 'absent':
          throw graphNotFound(graphId)
        case 'changed':
          known.version = outcome.version
          for (const [i, { waiting: each }] of planned.entries()) {
            each.resolve(from + i + 1)
            onVersion({ graphId, accountId: each.accountId, version: from + i + 1 })
          }
          return
        case 'stale':
          for (const { undo } of planned.reverse()) undo()
          known = await shapes.read(graphId)
          left = planned.reverse().map(each => each.waiting)
          break
        default:
          unreachable(outcome)
      }
    }
    throw tooManyConcurrentChanges()
  }

  async function drain(graphId: GraphId, queue: Waiting[]): Promise<void> {
    while (queue.length > 0) {
      const waiting = queue.splice(0, endOfBatch(queue))
      await write(graphId, waiting).catch(error => {
        shapes.forget(graphId)
        for (const each of waiting) each.reject(error)
      })
    }
    queues.delete(graphId)
  }

  return {
    append: ({ graphId, accountId }, wanted) =>
      new Promise((resolve, reject) => {
        const queue = queues.get(graphId)
        if (queue && queue.length >= maxWaiting) {
          reject(overloaded(`${maxWaiting} appends wait for this graph; send more points with each`))
          return
        }
        const waiting = { ...wanted, accountId, resolve, reject }
        if (queue) queue.push(waiting)
        else {
          const begun = [waiting]
          queues.set(graphId, begun)
          void drain(graphId, begun)
        }
      }),
  }
}

/** A repeated Idempotency-Key starts a new batch, in which the version made by its first use is found. */
function endOfBatch(queue: readonly Waiting[]): number {
  const claims = new Set<string>()
  let length = 0
  for (const [i, { claim, request }] of queue.entries()) {
    length += lengthOf(request)
    const full = i === batch || (i > 0 && length > batchLength)
    if (full || (claim && claims.has(claim.id))) return i
    if (claim) claims.add(claim.id)
  }
  return queue.length
}

const lengthOf = ({ points }: AppendRequest): number =>
  points.reduce((sum, { arrays }) => sum + arrays.reduce((n, { items }) => n + items.length, 0), 0)
