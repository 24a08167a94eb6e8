/** Whether memory is so short that a browser is to be replaced, or that large images have to wait for each other. */

import { availableMemory } from './chromium/available-memory.ts'

/** If less than this is left, the next heavy figure may make the kernel end a process. */
const reserveBytes = 112 * 1024 * 1024
/** Browsers are replaced at most this often, because it does not help if other programs use the memory. */
const pauseMs = 15_000

/** How long a reading is used. It takes half a millisecond, which need not be added to each quick figure. */
const freshMs = 250

/** What a large image may take, if it is drawn by WebGL (docs/decisions/webgl-and-3d.md). */
const largeImageBytes = 3 * 1024 ** 3

function sparingly(read: () => number): () => number {
  let at = Number.NEGATIVE_INFINITY
  let bytes = 0
  return () => {
    const now = performance.now()
    if (now - at >= freshMs) {
      bytes = read()
      at = now
    }
    return bytes
  }
}

const leftLately = sparingly(availableMemory)

/** Whether so many large images can be drawn at the same time with the memory that is left. */
export const hasMemoryFor = (largeImages: number, available: () => number = leftLately): boolean =>
  available() >= largeImages * largeImageBytes

/** Returns a function that says whether memory is short, so that a browser is to be replaced. */
export function createPressureGauge(available: () => number = leftLately): () => boolean {
  let last = Number.NEGATIVE_INFINITY
  return () => {
    if (performance.now() - last < pauseMs || available() >= reserveBytes) return false
    last = performance.now()
    return true
  }
}
