/** Translations that the charting library's own locale files lack, in the languages of graph pages. */

import { englishOnly } from './english-only.ts'
import { hoverLabels } from './hover-labels.ts'
import { modeBarTexts } from './mode-bar.ts'

/** The translations into a language, named as the library does (`pt-br`), by the English texts. */
export function addedTranslations(language: string): Record<string, string> {
  const words: Record<string, string> = {}
  for (const table of [modeBarTexts, hoverLabels, englishOnly]) {
    const own = table[language]
    table.en?.forEach((english, i) => {
      if (own?.[i] !== undefined) words[english] = own[i]
    })
  }
  return words
}
