/** What the operations of one request may print together: small queries can ask for large texts many times. */

import { queryTooComplex } from '../../errors/errors.ts'
import { JsonText, placeOf } from './json.ts'

/** In bytes. A figure of the usual largest body fits with its exact text beside it. */
export const maxAnswerBytes = 32 * 1024 * 1024

export interface AnswerBudget {
  /** Counts bytes before they are made; throws `query_too_complex` beyond the bound. */
  spend(bytes: number): void
  /** The texts that stand in the answer where strings are expected, by the number in their place. */
  readonly texts: readonly JsonText[]
  /** A JSON string for a field of type String, given as its quoted bytes; returns what stands for it. */
  place(quoted: Buffer): string
}

export function createAnswerBudget(limit = maxAnswerBytes): AnswerBudget {
  const texts: JsonText[] = []
  let left = limit
  return {
    spend(bytes) {
      left -= bytes
      if (left >= 0) return
      throw queryTooComplex(
        `the answer would have more than ${limit} bytes; ask for fewer graphs or fields at a time, or over REST`,
      )
    },
    texts,
    place(quoted) {
      texts.push(new JsonText(quoted))
      return placeOf(texts.length - 1)
    },
  }
}
