/** Words of the charting library that its own files lack, in the languages of graph pages. */

import { hoverWords } from './hover-words.ts'
import { modeBarWords } from './mode-bar-words.ts'
import { newWords } from './new-words.ts'

/** The words of a language of the library, such as `pt-br`, by the English ones. */
export function moreWords(language: string): Record<string, string> {
  const words: Record<string, string> = {}
  for (const table of [modeBarWords, hoverWords, newWords]) {
    const own = table[language]
    table.en?.forEach((english, i) => {
      if (own?.[i] !== undefined) words[english] = own[i]
    })
  }
  return words
}
