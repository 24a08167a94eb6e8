/** How long a request for readiness waits for the canary, in the service and in workers. */

import { withTimeout } from '../async/with-timeout.ts'

/** Before the request for readiness is answered without a reason. */
const canaryMs = 4_500
const noCanary = () => new Error(`no page has drawn the canary within ${canaryMs / 1000} s`)

/** Rejects with the dispatcher's reason, or says that no page drew in time. */
export const canaryInTime = (dispatcher: { canary(): Promise<void> }): Promise<void> =>
  withTimeout(dispatcher.canary(), canaryMs, noCanary)
