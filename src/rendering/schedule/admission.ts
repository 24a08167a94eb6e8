/**
 * Decides whether a render may be queued: it is refused at once if the queue is full or its turn would come too late.
 */

import { overloaded } from '../../errors/errors.ts'
import { type Flow, type Flows, type RenderTask, waitingOf } from './flows.ts'
import type { Lanes } from './lanes.ts'

export interface SchedulerBounds {
  /** How many renders that somebody waits for may be queued, and how many of them for one flow. */
  readonly waiting: number
  readonly waitingPerFlow: number
  /** The same for renders in the background. */
  readonly background: number
  readonly backgroundPerFlow: number
  /** A render is refused if its turn is expected to come later than this. */
  readonly longestWaitMs: number
  /** The same for an account that waits for its own renders only, or has few of them queued. */
  readonly longestOwnWaitMs: number
  /** The same in the slow lane. */
  readonly longestSlowWaitMs: number
}

const longestRetrySeconds = 30
/**
 * An account with fewer renders queued is not the reason why the machine is busy, and a late image is better than
 * none.
 */
const few = 3

/** Throws `overloaded` if all places are taken, or the turn of this task would come too late. */
export function requirePlace<T extends RenderTask>(
  task: T,
  queued: number,
  flows: Flows<T>,
  lanes: Lanes<T>,
  bounds: SchedulerBounds,
): void {
  const { priority } = task
  const own = flows.of(task)
  const { ordinary, slow } = own.queues[priority]
  const perFlow = priority === 'waiting' ? bounds.waitingPerFlow : bounds.backgroundPerFlow
  if (queued >= bounds[priority] || ordinary.size + slow.size >= perFlow) {
    throw overloaded(`all places for ${priority} renders are taken; retry after a moment`)
  }
  if (priority === 'background' || lanes.open === 0) return
  const isSlow = task.slow || flows.isSlow(own, performance.now())
  const { inMs, alone } = turnOf(own, isSlow, flows, lanes)
  const { longestWaitMs, longestOwnWaitMs, longestSlowWaitMs } = bounds
  const isPatient = alone || waitingOf(own) < few
  if (inMs <= (isSlow ? longestSlowWaitMs : isPatient ? longestOwnWaitMs : longestWaitMs)) return
  const seconds = Math.min(longestRetrySeconds, Math.ceil(inMs / 1000))
  throw overloaded(`all pages are busy for the next ${seconds} s or so; retry then`, seconds)
}

/**
 * Estimates when a new render of this flow begins: after those it has queued and, for each of them, one of every other
 * flow.
 */
function turnOf<T extends RenderTask>(
  own: Flow<T>,
  slow: boolean,
  flows: Flows<T>,
  lanes: Lanes<T>,
): { readonly inMs: number; readonly alone: boolean } {
  const now = performance.now()
  let othersMs = 0
  let others = 0
  for (const flow of flows.active) {
    const count = waitingOf(flow)
    if (flow === own || count === 0 || flows.isSlow(flow, now) !== slow) continue
    othersMs += count * flow.account.expectedMs
    others += 1
  }
  const ownMs = waitingOf(own) * own.account.expectedMs
  const pages = slow ? lanes.slowPlaces : Math.max(1, lanes.expected - lanes.slow.length)
  const inMs = (ownMs + Math.min(othersMs, (ownMs + own.account.expectedMs) * others)) / pages
  return { inMs, alone: others === 0 }
}
