/**
 * The open pages and their tasks. Renders that take long form the slow lane, which may hold several pages but never
 * all.
 */

import type { RenderTask } from './flows.ts'

/** One open page. */
export interface Slot<T extends RenderTask> {
  /** Opened in addition to the ordinary pages, for renders that are expected to be short. */
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
  /** Pages that wait for a task. The spare page comes last, so that it gets only what the others cannot take. */
  readonly idle: readonly Slot<T>[]
  readonly spare: Slot<T> | null
  /** Pages that are held by the slow lane. */
  readonly slow: readonly Slot<T>[]
  /** How many pages may be held by renders that were known to be slow when they began. */
  readonly slowPlaces: number
  /** Whether a render that is known to be slow may begin, which leaves a page for the others. */
  readonly slowMayBegin: boolean
  /** Whether a render that turned out to be slow may stay on its page. */
  readonly slowMayStay: boolean
  /** Whether a background render may begin, which leaves one page free unless there is only one. */
  readonly backgroundMayBegin: boolean
  /** How many large images are being drawn. */
  readonly large: number
  /** Whether each page has drawn one figure for at least this long. */
  allHeld(ms: number): boolean
  /** Whether the spare page may be used, because an ordinary page has been held for this long or is not open. */
  spareStandsIn(ms: number): boolean
  /** Ordinary pages that have drawn one figure for at least this long. */
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
      // While a page is being reopened, the slow lane does not take another one.
      const kept = workers - slowPlaces + slots.size - ordinary().length
      return held < slowPlaces && slots.size - held > Math.max(1, kept)
    },
    get slowMayStay() {
      return slots.size === 1 || slow().length < slots.size - 1
    },
    get backgroundMayBegin() {
      return (workers === 1 && slots.size === 1) || slots.size - busy() >= 2
    },
    get large() {
      return [...slots].filter(slot => slot.task?.large).length
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
