/** Checks whether pages draw. Pages that are all busy count as ready, because figures may take long. */

import { setTimeout } from 'node:timers/promises'
import { AppError } from '../errors/errors.ts'

export interface ReadinessChecks {
  /** Whether a figure was drawn a moment ago. */
  isFresh(): boolean
  /** Whether there are pages and each of them is drawing. */
  isBusy(): boolean
  /** Draws the canary. Rejects if there is no page for it, or it was drawn wrongly. */
  draw(): Promise<void>
}

/** If the canary takes longer than this, its page may just have become busy: the state is looked at again. */
const recheckMs = 3000
/** The errors of a renderer that is busy and not broken. */
const busyCodes: ReadonlySet<string> = new Set(['overloaded', 'render_timeout'])

/** Rejects with `unavailable` if there is no page or the canary fails. Waits for a page that is being opened. */
export async function checkReadiness({ isFresh, isBusy, draw }: ReadinessChecks): Promise<void> {
  if (isFresh() || isBusy()) return
  const drawn = draw().catch(error => {
    if (!(error instanceof AppError && busyCodes.has(error.code) && isBusy())) throw error
  })
  const late = Symbol('late')
  const first = await Promise.race([drawn, setTimeout(recheckMs, late, { ref: false })])
  if (first === late && !isFresh() && !isBusy()) await drawn
}
