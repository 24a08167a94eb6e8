/** Limits the bytes that callers make this process hold at once, per address and in total. */

import { createKeyedCounts } from '../../async/keyed-counts.ts'
import { overloaded } from '../../errors/errors.ts'

export interface ByteBounds {
  readonly perAddress: number
  readonly total: number
}

export interface BytesInFlight {
  /** Reserves bytes. Throws `overloaded` beyond a limit, without reserving any. */
  take(address: string, bytes: number): void
  give(address: string, bytes: number): void
}

/** `what` names the held things in error messages, such as `bodies`. */
export function createBytesInFlight(what: string, { perAddress, total }: ByteBounds): BytesInFlight {
  const held = createKeyedCounts()
  return {
    take(address, bytes) {
      if (held.of(address) + bytes > perAddress) {
        throw overloaded(`too many large ${what} of your address are under way; retry`)
      }
      if (held.total + bytes > total) throw overloaded(`too many large ${what} are under way; retry`)
      held.add(address, bytes)
    },
    give: (address, bytes) => held.add(address, -bytes),
  }
}
