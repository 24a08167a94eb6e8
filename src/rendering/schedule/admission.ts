/** The line is no longer than what can be served in time: who would come too late is told so at once. */

import { overloaded } from '../../errors/errors.ts'
import type { Lanes } from './lanes.ts'
import { type Payer, type Payers, type RenderTask, waitingOf } from './payers.ts'

export interface SchedulerBounds {
  /** Places for renders somebody waits for, and how many of them one payer may hold. */
  readonly waiting: number
  readonly waitingPerPayer: number
  /** The same for renders made ahead. */
  readonly background: number
  readonly backgroundPerPayer: number
  /**
   * A render is refused when its turn would come later than this; where its account waits for nobody but itself, or
   * for few renders, than the second; in the slow lane, than the third.
   */
  readonly longestWaitMs: number
  readonly longestOwnWaitMs: number
  readonly longestSlowWaitMs: number
}

const longestRetrySeconds = 30
/** Who waits for fewer is no crowd: on a machine that is busy otherwise they are rather late than refused. */
const few = 3

/** Throws `overloaded` where the places are taken, or the turn of this task would come too late. */
export function requirePlace<T extends RenderTask>(
  task: T,
  queued: number,
  payers: Payers<T>,
  lanes: Lanes<T>,
  bounds: SchedulerBounds,
): void {
  const { priority } = task
  const own = payers.of(task)
  const { ordinary, slow } = own.lines[priority]
  const perPayer = priority === 'waiting' ? bounds.waitingPerPayer : bounds.backgroundPerPayer
  if (queued >= bounds[priority] || ordinary.size + slow.size >= perPayer) {
    throw overloaded(`all places for ${priority} renders are taken; retry after a moment`)
  }
  if (priority === 'background' || lanes.open === 0) return
  const isSlow = task.slow || payers.isSlow(own, performance.now())
  const { inMs, alone } = turnOf(own, isSlow, payers, lanes)
  const { longestWaitMs, longestOwnWaitMs, longestSlowWaitMs } = bounds
  const isPatient = alone || waitingOf(own) < few
  if (inMs <= (isSlow ? longestSlowWaitMs : isPatient ? longestOwnWaitMs : longestWaitMs)) return
  const seconds = Math.min(longestRetrySeconds, Math.ceil(inMs / 1000))
  throw overloaded(`all pages are busy for the next ${seconds} s or so; retry then`, seconds)
}

/** When the next render of this payer has its turn: after its own, and a turn of everybody else for each of them. */
function turnOf<T extends RenderTask>(
  own: Payer<T>,
  slow: boolean,
  payers: Payers<T>,
  lanes: Lanes<T>,
): { readonly inMs: number; readonly alone: boolean } {
  const now = performance.now()
  let othersMs = 0
  let others = 0
  for (const payer of payers.active) {
    const count = waitingOf(payer)
    if (payer === own || count === 0 || payers.isSlow(payer, now) !== slow) continue
    othersMs += count * payer.account.expectedMs
    others += 1
  }
  const ownMs = waitingOf(own) * own.account.expectedMs
  const pages = slow ? lanes.slowPlaces : Math.max(1, lanes.expected - lanes.slow.length)
  const inMs = (ownMs + Math.min(othersMs, (ownMs + own.account.expectedMs) * others)) / pages
  return { inMs, alone: others === 0 }
}
