/** The open pages, what holds them, and how many the slow lane may hold: never every one. */

import type { RenderTask } from './payers.ts'

/** One open page. */
export interface Slot<T extends RenderTask> {
  /** Opened beyond the ordinary ones, for renders that are expected to be short. */
  readonly spare: boolean
  task: T | null
  /** When the task began, or the page became idle. */
  since: number
  /** Whether its task counts as one of the slow lane. */
  slow: boolean
  /** Set while the page waits for a task. */
  deliver: ((task: T | null) => void) | null
}

export interface Lanes<T extends RenderTask> {
  readonly open: number
  /** Pages that are open or will soon be again. */
  readonly expected: number
  /** Pages that wait for a task, the spare one last: it is for what the others cannot take. */
  readonly idle: readonly Slot<T>[]
  readonly spare: Slot<T> | null
  /** Pages that renders of the slow lane hold. */
  readonly slow: readonly Slot<T>[]
  /** How many pages renders that begin slow may hold. */
  readonly slowPlaces: number
  /** Whether a render that is known to be slow may begin: beside it, a page stays for everybody else. */
  readonly slowMayBegin: boolean
  /** Whether a render that turned out slow may stay where it is. */
  readonly slowMayStay: boolean
  /** Whether a render that nobody waits for may begin: it leaves one page free, unless there is only one. */
  readonly backgroundMayBegin: boolean
  /** Whether every page has been held for so long. */
  allHeld(ms: number): boolean
  /** Whether the spare page stands in for an ordinary one: one that has been held for so long, or is not open. */
  spareStandsIn(ms: number): boolean
  /** Ordinary pages that have been held for so long. */
  heldFor(ms: number): readonly Slot<T>[]
  add(spare: boolean): Slot<T>
  remove(slot: Slot<T>): void
}

export function createLanes<T extends RenderTask>(workers: number): Lanes<T> {
  const slots = new Set<Slot<T>>()
  const slowPlaces = Math.max(1, workers - 1)
  const slow = () => [...slots].filter(slot => slot.slow)
  const ordinary = () => [...slots].filter(slot => !slot.spare)
  const heldFor = (ms: number) => {
    const now = performance.now()
    return ordinary().filter(slot => slot.task !== null && now - slot.since >= ms)
  }
  const busy = () => [...slots].filter(slot => slot.task !== null).length

  return {
    slowPlaces,
    get open() {
      return slots.size
    },
    get expected() {
      return Math.max(slots.size, workers)
    },
    get idle() {
      return [...slots].filter(slot => slot.deliver).sort((a, b) => Number(a.spare) - Number(b.spare))
    },
    get spare() {
      return [...slots].find(slot => slot.spare) ?? null
    },
    get slow() {
      return slow()
    },
    get slowMayBegin() {
      const held = slow().length
      // While a page is being opened anew, the others are not made fewer still.
      const kept = workers - slowPlaces + slots.size - ordinary().length
      return held < slowPlaces && slots.size - held > Math.max(1, kept)
    },
    get slowMayStay() {
      return slots.size === 1 || slow().length < slots.size - 1
    },
    get backgroundMayBegin() {
      return (workers === 1 && slots.size === 1) || slots.size - busy() >= 2
    },
    allHeld(ms) {
      const now = performance.now()
      return slots.size > 0 && [...slots].every(slot => slot.task !== null && now - slot.since >= ms)
    },
    spareStandsIn: ms => ordinary().length < workers || heldFor(ms).length > 0,
    heldFor,
    add(spare) {
      const slot = { spare, task: null, since: performance.now(), slow: false, deliver: null }
      slots.add(slot)
      return slot
    },
    remove: slot => void slots.delete(slot),
  }
}
