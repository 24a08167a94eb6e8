/** Limits the size of the answer to one request, because a small query can select a large text many times. */

import { type AppError, queryTooComplex } from '../../errors/errors.ts'
import { keyRemedy } from './faults.ts'
import { JsonText, placeholderOf } from './json.ts'

/** In bytes. Enough for a figure of the default maximum size together with its exact text. */
const maxAnswerBytes = 32 * 1024 * 1024
/** For callers without a valid key. Enough for such a figure once. */
const maxAnonymousAnswerBytes = 12 * 1024 * 1024

export interface AnswerBudget {
  /** Counts bytes before they are made. Throws `query_too_complex` beyond the limit. */
  spend(bytes: number): void
  /** The texts for the placeholders in the written answer. */
  readonly texts: JsonText[]
  /** Adds a text for a field of type String, given as its quoted JSON bytes. Returns the placeholder. */
  place(quoted: Buffer): string
}

/** `hold` is called with the number of bytes so far, and may refuse them by throwing. */
export function createAnswerBudget(isKnown: boolean, hold: (bytes: number) => void = () => {}): AnswerBudget {
  const limit = isKnown ? maxAnswerBytes : maxAnonymousAnswerBytes
  const texts: JsonText[] = []
  let spent = 0
  // One error object for all fields beyond the limit, because there may be hundreds.
  let refusal: AppError | undefined
  return {
    spend(bytes) {
      spent += bytes
      if (spent > limit) {
        refusal ??= queryTooComplex(
          `the answer would have more than ${limit} bytes; ask for fewer graphs or fields at a time, or over REST${keyRemedy(isKnown)}`,
        )
        throw refusal
      }
      hold(spent)
    },
    texts,
    place(quoted) {
      texts.push(new JsonText(quoted))
      return placeholderOf(texts.length - 1)
    },
  }
}
