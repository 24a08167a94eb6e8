/** Asks a store how it is. Also for processes beside the tests, which Jest's functions are not for. */

import type { Store } from '../../src/domain/ports.ts'
import type { AppError } from '../../src/errors/errors.ts'

/** What a store says of itself: null, or why it is not well. A busy machine may answer late: then it is asked again. */
export async function pinged(store: Pick<Store, 'ping'>): Promise<AppError | null> {
  for (let tries = 1; ; tries++) {
    const refusal = await store.ping().then(
      () => null,
      (error: AppError) => error,
    )
    if (tries === 30 || !refusal?.message.match(/no answer|not answer in/)) return refusal
  }
}
