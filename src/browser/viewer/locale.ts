/** The mode bar in the reader's language. Numbers and dates stay as they are in the static image. */

import { plotlyLocales } from '../../plotly/locales.generated.ts'
import type { JsonObject } from '../json.ts'

/** The name of the library's words for a language tag as browsers have it, `pt-BR`; null where it has none. */
export function localeFor(language: string): string | null {
  const full = language.toLowerCase()
  return [full, full.split('-')[0] ?? ''].find(each => plotlyLocales.includes(each)) ?? null
}

/** Entries of the library's config; none for English, or when the words cannot be had. `base`: where they are. */
export async function readLocale(base: string | null): Promise<JsonObject> {
  const locale = localeFor(navigator.language)
  if (!locale || base === null) return {}
  try {
    const dictionary = await (await fetch(`${base}${locale}.json`)).json()
    return { locale, locales: { [locale]: { dictionary } } }
  } catch {
    return {}
  }
}
