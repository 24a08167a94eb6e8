/** Whether pages draw. Being busy is ready: what is drawn now may be as slow as its owner likes. */

import { setTimeout } from 'node:timers/promises'
import { AppError } from '../errors/errors.ts'

export interface ReadinessChecks {
  /** A figure was drawn a moment ago. */
  isFresh(): boolean
  /** There are pages, and each of them is drawing. */
  isBusy(): boolean
  /** Draws the canary; rejects when no page can be had, or it was drawn wrongly. */
  draw(): Promise<void>
}

/** After it, every page may have come to be drawing. */
const recheckMs = 3000
/** What a renderer says that is busy, not broken. */
const busyCodes: ReadonlySet<string> = new Set(['overloaded', 'render_timeout'])

/** Rejects with `unavailable` when no page can be had or the canary fails; waits for a page that is being opened. */
export async function checkReadiness({ isFresh, isBusy, draw }: ReadinessChecks): Promise<void> {
  if (isFresh() || isBusy()) return
  const drawn = draw().catch(error => {
    if (!(error instanceof AppError && busyCodes.has(error.code) && isBusy())) throw error
  })
  const late = Symbol('late')
  const first = await Promise.race([drawn, setTimeout(recheckMs, late, { ref: false })])
  if (first === late && !isFresh() && !isBusy()) await drawn
}
