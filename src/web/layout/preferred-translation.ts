/** Chooses the language of a page: of the requested locale, else the first that the reader prefers. */

/** The translation for a language tag; null if there is none, or the text is not a language tag. */
function translationFor(tag: string, translated: ReadonlySet<string>): string | null {
  try {
    const { language, script } = new Intl.Locale(tag).maximize()
    if (script === 'Hant' && translated.has(`${language}-${script}`)) return `${language}-${script}`
    return translated.has(language) ? language : null
  } catch {
    return null
  }
}

/** More preferences are ignored. */
const maxPreferences = 20

/** `preferred` are the language tags that the reader's browser prefers, best first. Null if none is translated. */
export function preferredTranslation(
  locale: string | null,
  preferred: readonly string[],
  translated: ReadonlySet<string>,
): string | null {
  for (const tag of locale === null ? preferred.slice(0, maxPreferences) : [locale]) {
    const found = translationFor(tag, translated)
    if (found !== null) return found
  }
  return null
}
