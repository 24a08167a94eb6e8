/** The spare page, which is opened in addition to the ordinary ones while renders take long. */

import { type FairShare, heldMs } from './fair-share.ts'
import type { RenderTask } from './flows.ts'
import type { Lanes } from './lanes.ts'

export interface SparePageOptions {
  /** Ordinary pages. */
  readonly workers: number
  /** Whether a spare page may join them while renders take long. */
  readonly spare: boolean
  /** Whether the spare page is always kept open, so that nobody has to wait until it is. */
  readonly spareReady: boolean
}

export interface SparePage {
  /** Whether it may have to be closed as time passes. */
  readonly mayClose: boolean
  /** Asks for the page if it is needed now. */
  check(somebodyWaits: boolean): void
  /** Closes the page if it was not needed for long. */
  closeIfIdle(): void
  /** Resolves to true once the page is needed, or to false when stopped. `check` is called when that may be. */
  needed(stop: AbortSignal, check: () => void): Promise<boolean>
}

/** If each page has been held for this long, a spare one is opened even if nobody waits. */
const heldUnaskedMs = 1200
/** A spare page that is always kept open is opened this long after the start, so that it does not delay it. */
const readyAfterMs = 5000
/** A spare page is closed after it was not needed for this long. */
const idleMs = 300_000

export function createSparePage<T extends RenderTask>(
  { workers, spare: allowed, spareReady }: SparePageOptions,
  lanes: Lanes<T>,
  fairShare: FairShare<T>,
): SparePage {
  const started = performance.now()
  let askForPage: (() => void) | null = null

  function isNeeded(somebodyWaits: boolean): boolean {
    if (!allowed || lanes.spare) return false
    if (spareReady && performance.now() - started > readyAfterMs) return true
    if (lanes.allHeld(somebodyWaits ? heldMs : heldUnaskedMs)) return true
    return lanes.open === 1 && workers === 1 && fairShare.slowQueued()
  }

  return {
    get mayClose() {
      return lanes.spare !== null && !spareReady
    },
    check(somebodyWaits) {
      if (!askForPage || !isNeeded(somebodyWaits)) return
      askForPage()
      askForPage = null
    },
    closeIfIdle() {
      const { spare } = lanes
      if (!spare || spare.task || spareReady) return
      if (lanes.slow.length > 0) spare.since = performance.now()
      else if (performance.now() - spare.since > idleMs) spare.deliver?.(null)
    },
    needed(stop, check) {
      const { promise, resolve } = Promise.withResolvers<boolean>()
      const timer = setTimeout(check, readyAfterMs + 50).unref()
      askForPage = () => resolve(true)
      stop.addEventListener('abort', () => resolve(false), { once: true })
      if (stop.aborted) resolve(false)
      check()
      return promise.finally(() => clearTimeout(timer))
    },
  }
}
