/** Limits the bytes that callers make this process hold at once, per address and in total. */

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
  const held = new Map<string, number>()
  let all = 0
  return {
    take(address, bytes) {
      const here = (held.get(address) ?? 0) + bytes
      if (here > perAddress) throw overloaded(`too many large ${what} of your address are under way; retry`)
      if (all + bytes > total) throw overloaded(`too many large ${what} are under way; retry`)
      all += bytes
      held.set(address, here)
    },
    give(address, bytes) {
      all -= bytes
      const left = (held.get(address) ?? bytes) - bytes
      if (left > 0) held.set(address, left)
      else held.delete(address)
    },
  }
}
