/** The deadline of the canary for readiness checks of services and workers. */

import { withTimeout } from '../async/with-timeout.ts'

/** Shorter than the usual timeout of readiness checks, so that the answer can name the reason. */
const canaryMs = 4_500
const noCanary = () => new Error(`no page has drawn the canary within ${canaryMs / 1000} s`)

/** Rejects with the dispatcher's error, or with a timeout. */
export const canaryInTime = (dispatcher: { canary(): Promise<void> }): Promise<void> =>
  withTimeout(dispatcher.canary(), canaryMs, noCanary)
