/**
 * Chooses the next render for a page: of the flows that may begin there, the one that has used the least page time.
 */

import { type Flow, type Flows, type RenderTask, waitingOf } from './flows.ts'
import type { Lanes, Slot } from './lanes.ts'

export interface FairShare<T extends RenderTask> {
  /** The task that may begin on that page now; null if none may. */
  next(slot: Slot<T>): T | null
  /** Whether a render that somebody waits for is queued for the slow lane. */
  slowWaits(): boolean
  /** The same, background renders included. */
  slowQueued(): boolean
  /** Whether another account waits for renders that are expected to be short. */
  othersWait(task: T): boolean
}

/** A page that has drawn one figure for this long is not expected to be free soon. */
export const heldMs = 300

export interface FairShareOptions<T extends RenderTask> {
  readonly flows: Flows<T>
  readonly lanes: Lanes<T>
  /** False holds background renders back. */
  readonly canDispatch: () => boolean
  /** Whether there is memory to draw so many large images at the same time. */
  readonly hasMemoryFor: (largeImages: number) => boolean
  /** How long a task has been queued, in milliseconds. */
  readonly age: (task: T) => number
  /** How long a slow render waits for a second page to open before it takes the only open one. */
  readonly alonePatienceMs: number
}

export function createFairShare<T extends RenderTask>(options: FairShareOptions<T>): FairShare<T> {
  const { flows, lanes, canDispatch, hasMemoryFor, age, alonePatienceMs } = options

  const slowMayBegin = (task: T) => lanes.slowMayBegin || (lanes.open === 1 && age(task) >= alonePatienceMs)

  /** The first that may begin as far as memory is concerned. One large image always may; those on pages may take theirs yet. */
  function firstOf(tasks: Iterable<T>): T | null {
    for (const task of tasks)
      if (!task.large || lanes.large === 0 || hasMemoryFor(lanes.large + 1)) return task
    return null
  }

  /** The task of this flow that may begin on that page; null if none may. */
  function eligible(flow: Flow<T>, priority: T['priority'], slot: Slot<T>, now: number): T | null {
    const { ordinary, slow } = flow.queues[priority]
    const first = firstOf(ordinary)
    // The spare page is kept for accounts that may come.
    const isAlone = !slot.spare && flows.isAlone(flow, now)
    if (!isAlone && !flows.mayHoldMore(flow, lanes.slowPlaces, now)) return null
    if (first && (isAlone || !flows.isSlow(flow, now))) return first
    if (slot.spare) return null
    const late = first ?? firstOf(slow)
    return late && slowMayBegin(late) ? late : null
  }

  function minUsed(priority: T['priority'], slot: Slot<T>): T | null {
    const now = performance.now()
    let chosen: T | null = null
    let min = Number.POSITIVE_INFINITY
    for (const flow of flows.active) {
      const used = flows.usedBy(flow, now)
      const task = used < min ? eligible(flow, priority, slot, now) : null
      if (!task) continue
      chosen = task
      min = used
    }
    return chosen
  }

  function slowWaits(): boolean {
    const now = performance.now()
    for (const flow of flows.active) {
      if (flow.queues.waiting.slow.size > 0) return true
      if (waitingOf(flow) > 0 && flows.isSlow(flow, now)) return true
    }
    return false
  }

  return {
    next(slot) {
      if (slot.spare && !lanes.spareStandsIn(heldMs)) return null
      const waiting = minUsed('waiting', slot)
      if (waiting || slot.spare || !lanes.backgroundMayBegin || !canDispatch()) return waiting
      return minUsed('background', slot)
    },
    slowWaits,
    othersWait({ account }) {
      const now = performance.now()
      for (const flow of flows.active) {
        if (flow.name !== account && waitingOf(flow) > 0 && !flows.isSlow(flow, now)) return true
      }
      return false
    },
    slowQueued() {
      if (slowWaits()) return true
      for (const { queues } of flows.active) if (queues.background.slow.size > 0) return true
      return false
    },
  }
}
