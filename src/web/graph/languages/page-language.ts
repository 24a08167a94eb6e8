/** Chooses the language of a page's own words: of the requested locale, else the first that the reader prefers. */

import type { PageTexts } from '../../../browser/viewer/texts.ts'
import { isRightToLeft } from '../../../plotly/right-to-left.ts'
import { preferredTranslation } from '../../layout/preferred-translation.ts'
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
import { english, type PageWords, type Translation } from './words.ts'
import { zh } from './zh.ts'
import { zhHant } from './zh-hant.ts'

export interface PageLanguage {
  /** The language tag of the page. */
  readonly tag: string
  readonly direction: 'ltr' | 'rtl'
  readonly words: PageWords
  /** The words of the page's script; null for English. */
  readonly texts: PageTexts | null
}

/** By language tag. To add one, translate `words.ts` into a file of its own, and list it here. */
export const translations: Readonly<Record<string, Translation>> = {
  ar,
  de,
  es,
  fr,
  he,
  it,
  ja,
  ko,
  nl,
  pt,
  zh,
  'zh-Hant': zhHant,
}

export const englishPage: PageLanguage = { tag: 'en', direction: 'ltr', words: english, texts: null }

const languages = new Map<string, PageLanguage>([
  ['en', englishPage],
  ...Object.entries(translations).map(([tag, words]): [string, PageLanguage] => [
    tag,
    { tag, direction: isRightToLeft(tag) ? 'rtl' : 'ltr', words, texts: words.texts },
  ]),
])

const tags: ReadonlySet<string> = new Set(languages.keys())

/** `preferred` are the language tags that the reader's browser prefers, best first. English if none is translated. */
export const pageLanguage = (locale: string | null, preferred: readonly string[]): PageLanguage =>
  languages.get(preferredTranslation(locale, preferred, tags) ?? 'en') ?? englishPage
