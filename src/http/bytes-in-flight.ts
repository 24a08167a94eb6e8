/** How many bytes callers may make this process hold at once, one of them and all of them together. */

import { overloaded } from '../errors/errors.ts'

export interface ByteBounds {
  readonly perAddress: number
  readonly total: number
}

export interface BytesInFlight {
  /** Throws `overloaded` beyond a bound: then nothing was taken. */
  take(address: string, bytes: number): void
  give(address: string, bytes: number): void
}

/** `what` is held, as the refusal says it: `bodies`. */
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
