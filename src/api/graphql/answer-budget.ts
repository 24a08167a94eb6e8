/** What the operations of one request may print together: small queries can ask for large texts many times. */

import { type AppError, queryTooComplex } from '../../errors/errors.ts'
import { JsonText, placeOf } from './json.ts'

/** In bytes. A figure of the usual largest body fits with its exact text beside it. */
export const maxAnswerBytes = 32 * 1024 * 1024
/** For who asks without a valid key: such a figure fits once. */
export const maxAnonymousAnswerBytes = 12 * 1024 * 1024

export interface AnswerBudget {
  /** Counts bytes before they are made; throws `query_too_complex` beyond the bound. */
  spend(bytes: number): void
  /** What stands in the places of the written answer. */
  readonly texts: JsonText[]
  /** A JSON string for a field of type String, given as its quoted bytes; returns what stands for it. */
  place(quoted: Buffer): string
}

/** `hold` is told how many bytes there are up to now, and may refuse them by throwing. */
export function createAnswerBudget(limit: number, hold: (bytes: number) => void = () => {}): AnswerBudget {
  const texts: JsonText[] = []
  let spent = 0
  // One for all fields that go beyond: there may be hundreds.
  let refusal: AppError | undefined
  return {
    spend(bytes) {
      spent += bytes
      if (spent > limit) {
        refusal ??= queryTooComplex(
          `the answer would have more than ${limit} bytes; ask for fewer graphs or fields at a time, or over REST`,
        )
        throw refusal
      }
      hold(spent)
    },
    texts,
    place(quoted) {
      texts.push(new JsonText(quoted))
      return placeOf(texts.length - 1)
    },
  }
}
