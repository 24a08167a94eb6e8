/** Which account's render comes next: of everybody who may begin on a page, the payer who has used least. */

import type { Lanes, Slot } from './lanes.ts'
import { type Payer, type Payers, type RenderTask, waitingOf } from './payers.ts'

export interface FairShare<T extends RenderTask> {
  /** The task that begins on that page now; null when none may. */
  next(slot: Slot<T>): T | null
  /** Whether somebody waits for a place in the slow lane. */
  slowWaits(): boolean
  /** Whether anything at all is queued for it. */
  slowQueued(): boolean
  /** Whether somebody else waits, with renders that are expected to be short. */
  othersWait(task: T): boolean
}

/** A page held this long is not counted on. */
export const heldMs = 300

export interface FairShareOptions<T extends RenderTask> {
  readonly payers: Payers<T>
  readonly lanes: Lanes<T>
  /** False holds background renders back. */
  readonly canDispatch: () => boolean
  /** How long a task has been queued, in milliseconds. */
  readonly age: (task: T) => number
  /** A slow render waits so long for a second page to open, before it takes the only one there is. */
  readonly alonePatienceMs: number
}

export function createFairShare<T extends RenderTask>(options: FairShareOptions<T>): FairShare<T> {
  const { payers, lanes, canDispatch, age, alonePatienceMs } = options

  const slowMayBegin = (task: T) => lanes.slowMayBegin || (lanes.open === 1 && age(task) >= alonePatienceMs)

  /** The task of this payer that would begin on that page; null when none may. */
  function eligible(payer: Payer<T>, priority: T['priority'], slot: Slot<T>, now: number): T | null {
    const { ordinary, slow } = payer.lines[priority]
    const [first = null] = ordinary
    if (!payers.mayHoldMore(payer, lanes.slowPlaces, now)) return null
    if (first && !payers.isSlow(payer, now)) return first
    if (slot.spare) return null
    const [late = null] = first ? ordinary : slow
    return late && slowMayBegin(late) ? late : null
  }

  function leastUsed(priority: T['priority'], slot: Slot<T>): T | null {
    const now = performance.now()
    let chosen: T | null = null
    let least = Number.POSITIVE_INFINITY
    for (const payer of payers.active) {
      const used = payers.usedBy(payer, now)
      const task = used < least ? eligible(payer, priority, slot, now) : null
      if (!task) continue
      chosen = task
      least = used
    }
    return chosen
  }

  function slowWaits(): boolean {
    const now = performance.now()
    for (const payer of payers.active) {
      if (payer.lines.waiting.slow.size > 0) return true
      if (waitingOf(payer) > 0 && payers.isSlow(payer, now)) return true
    }
    return false
  }

  return {
    next(slot) {
      if (slot.spare && !lanes.spareStandsIn(heldMs)) return null
      const waiting = leastUsed('waiting', slot)
      if (waiting || slot.spare || !lanes.backgroundMayBegin || !canDispatch()) return waiting
      return leastUsed('background', slot)
    },
    slowWaits,
    othersWait({ account }) {
      const now = performance.now()
      for (const payer of payers.active) {
        if (payer.name !== account && waitingOf(payer) > 0 && !payers.isSlow(payer, now)) return true
      }
      return false
    },
    slowQueued() {
      if (slowWaits()) return true
      for (const { lines } of payers.active) if (lines.background.slow.size > 0) return true
      return false
    },
  }
}
