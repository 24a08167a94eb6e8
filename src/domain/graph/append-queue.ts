/**
 * Appends, in order for each graph. Those that come while one is being written are written together after it, so
 * that one wait for the disk serves many; each makes a version of its own.
 */

import { LRUCache } from 'lru-cache'
import { graphNotFound, overloaded, unavailable, versionConflict } from '../../errors/errors.ts'
import { unreachable } from '../../errors/unreachable.ts'
import type { AppendRequest } from '../figure/append-request.ts'
import { planAppend } from '../figure/appending.ts'
import type { BodyReaders } from '../figure/body-readers.ts'
import type { Segment } from '../figure/segment.ts'
import { type FigureShape, growShape } from '../figure/shape.ts'
import type { AccountId, GraphId } from '../ids.ts'
import type { IdempotencyClaim, Store } from '../ports.ts'
import { versionMadeUnder } from './claims.ts'
import type { OwnedGraph } from './graph.ts'

export interface AppendQueue {
  /** The version that the points made, once it is durable. */
  append(graph: Pick<OwnedGraph, 'graphId' | 'accountId'>, wanted: WantedAppend): Promise<number>
}

export interface WantedAppend {
  readonly request: AppendRequest
  readonly claim?: IdempotencyClaim | undefined
  /** Only on top of this version; else `version_conflict`. */
  readonly ifVersion?: number | undefined
}

export interface AppendQueueDeps {
  readonly store: Pick<Store, 'graphs'>
  readonly bodies: Pick<BodyReaders, 'shapeOf'>
  readonly onVersion: (graph: OwnedGraph) => void
}

interface Waiting extends WantedAppend {
  readonly accountId: AccountId
  readonly resolve: (version: number) => void
  readonly reject: (error: unknown) => void
}

interface Planned {
  readonly waiting: Waiting
  readonly segment: Segment
  /** Takes the segment out of the shape again. */
  readonly undo: () => void
}

/** The shape of a figure at a version. */
interface Known {
  version: number
  readonly shape: FigureShape
}

/** Written together at most, so that the first of many is not answered last. */
const batch = 100
/** Of the texts of a batch, in characters or bytes: it lies in one place of the store. */
const batchLength = 1024 * 1024
/** Waiting for one graph at most. */
const mostWaiting = 2_000
/** How often a batch is tried again because another gateway was faster. */
const attempts = 50
/** Shapes remembered, counted in arrays. */
const rememberedArrays = 200_000

export function createAppendQueue({ store, bodies, onVersion }: AppendQueueDeps): AppendQueue {
  const { graphs } = store
  const queues = new Map<string, Waiting[]>()
  const shapes = new LRUCache<string, Known>({
    maxSize: rememberedArrays,
    sizeCalculation: ({ shape }) => shape.traces.reduce((sum, { arrays }) => sum + arrays.size + 1, 1),
  })

  /** What is remembered, moved on to the newest version where that costs only what was appended. */
  async function shapeNow(graphId: GraphId): Promise<Known> {
    const known = shapes.get(graphId)
    const since = known && (await graphs.appendedSince({ graphId, version: known.version }))
    if (known && since) {
      for (const segment of since) growShape(known.shape, segment)
      known.version += since.length
      return known
    }
    for (let attempt = 0; attempt < attempts; attempt++) {
      const record = await graphs.find(graphId)
      if (!record) throw graphNotFound(graphId)
      const figure = await graphs.figure(graphId, record.version)
      if (!figure) continue
      const read = { version: record.version, shape: await bodies.shapeOf(figure.data) }
      shapes.set(graphId, read)
      return read
    }
    throw tooBusy()
  }

  /** Settles those that were made before, or that do not fit. The shape grows with what is left to be written. */
  async function plan(graphId: GraphId, waiting: readonly Waiting[], known: Known): Promise<Planned[]> {
    const { shape } = known
    const made = await Promise.allSettled(
      waiting.map(({ claim }) => versionMadeUnder(graphs, graphId, claim)),
    )
    const planned: Planned[] = []
    for (const [i, each] of waiting.entries()) {
      const before = made[i]
      if (before?.status === 'fulfilled' && before.value !== null) each.resolve(before.value)
      else {
        try {
          if (before?.status === 'rejected') throw before.reason
          const newest = known.version + planned.length
          if (each.ifVersion !== undefined && each.ifVersion !== newest) throw versionConflict(newest)
          const segment = planAppend(shape, each.request)
          planned.push({ waiting: each, segment, undo: growShape(shape, segment) })
        } catch (error) {
          each.reject(error)
        }
      }
    }
    return planned
  }

  async function write(graphId: GraphId, waiting: readonly Waiting[]): Promise<void> {
    let left = waiting
    // What is remembered may be behind, and who names a version is to be refused for the newest alone.
    const remembered = left.some(({ ifVersion }) => ifVersion !== undefined) ? undefined : shapes.get(graphId)
    let known = remembered ?? (await shapeNow(graphId))
    for (let attempt = 0; attempt < attempts; attempt++) {
      const from = known.version
      const planned = await plan(graphId, left, known)
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
          known = await shapeNow(graphId)
          left = planned.reverse().map(each => each.waiting)
          break
        default:
          unreachable(outcome)
      }
    }
    throw tooBusy()
  }

  async function drain(graphId: GraphId, queue: Waiting[]): Promise<void> {
    while (queue.length > 0) {
      const waiting = queue.splice(0, endOfBatch(queue))
      await write(graphId, waiting).catch(error => {
        shapes.delete(graphId)
        for (const each of waiting) each.reject(error)
      })
    }
    queues.delete(graphId)
  }

  return {
    append: ({ graphId, accountId }, wanted) =>
      new Promise((resolve, reject) => {
        const queue = queues.get(graphId)
        if (queue && queue.length >= mostWaiting) {
          reject(overloaded(`${mostWaiting} appends wait for this graph; send more points with each`))
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

/** A key that comes twice waits for the next batch, where the first one's version is found. */
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

const tooBusy = () => unavailable('this graph is being changed by too many at once; retry in a moment')
