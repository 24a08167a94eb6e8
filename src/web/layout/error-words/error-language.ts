/** The words of error pages in the language of the reader. */

import { isRightToLeft } from '../../../plotly/right-to-left.ts'
import { preferredTranslation } from '../preferred-translation.ts'
import { ar } from './ar.ts'
import { de } from './de.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { he } from './he.ts'
import { it } from './it.ts'
import { ja } from './ja.ts'
import { ko } from './ko.ts'
import { nl } from './nl.ts'
import { pt } from './pt.ts'
import { type ErrorWords, english } from './words.ts'
import { zh } from './zh.ts'
import { zhHant } from './zh-hant.ts'

export interface ErrorLanguage {
  readonly tag: string
  readonly direction: 'ltr' | 'rtl'
  readonly words: ErrorWords
}

/** By language tag. */
export const errorTranslations: Readonly<Record<string, ErrorWords>> = {
  ...{ en: english, ar, de, es, fr, he, it, ja, ko, nl, pt, zh },
  'zh-Hant': zhHant,
}

const tags: ReadonlySet<string> = new Set(Object.keys(errorTranslations))

/** Of the requested locale, else the first that the reader's browser prefers, else English. */
export function errorLanguage(locale: string | null, preferred: readonly string[]): ErrorLanguage {
  const tag = preferredTranslation(locale, preferred, tags) ?? 'en'
  return { tag, direction: isRightToLeft(tag) ? 'rtl' : 'ltr', words: errorTranslations[tag] ?? english }
}
