/** The language of the reader, in which the figure's numbers, dates and tools are written. */

import { plotlyLocales } from '../../plotly/locales.generated.ts'
import { localeConfig } from '../figure/locale.ts'
import type { JsonObject } from '../json.ts'
import type { PageSettings } from './settings.ts'

/** The name of the library's words for a language tag as browsers have it, `pt-BR`; null where it has none. */
export function wordsFor(language: string): string | null {
  const full = language.toLowerCase()
  const [base = ''] = full.split('-')
  if (base === 'zh') return /^zh-(hant|tw|hk|mo)\b/.test(full) ? 'zh-tw' : 'zh-cn'
  // Portuguese without a country, as browsers have it, is that of Brazil.
  return [full, base, `${base}-br`].find(each => plotlyLocales.includes(each)) ?? null
}

/** Entries of the library's config; none for English as it is spoken in America, which the library begins with. */
export async function readLocale({
  locale,
  words,
}: Pick<PageSettings, 'locale' | 'words'>): Promise<JsonObject> {
  const wanted = locale ?? readersLocale()
  if (wanted === null || wanted === 'en-US') return {}
  return localeConfig(wanted, await readWords(wanted, words))
}

/** Null where the browser says something that is no language tag, as some do: `en-US@posix`. */
function readersLocale(): string | null {
  try {
    return new Intl.Locale(navigator.language).baseName
  } catch {
    return null
  }
}

/** None where they cannot be had. `base`: where they are. */
async function readWords(locale: string, base: string | null): Promise<JsonObject> {
  const name = wordsFor(locale)
  if (name === null || base === null) return {}
  try {
    return (await (await fetch(`${base}${name}.json`)).json()) as JsonObject
  } catch {
    return {}
  }
}
