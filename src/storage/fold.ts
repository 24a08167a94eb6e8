/** Titles as the search compares them: one folding for every backend, so that they find the same. */

/** How much of a title the search covers, in UTF-16 units. */
const searched = 500

/**
 * Letter case removed in every script, compatible forms made equal. Lower before upper, since some letters
 * (ẞ, İ) only meet their pair that way.
 */
export const foldCase = (text: string): string =>
  text.normalize('NFKC').toLowerCase().toUpperCase().toWellFormed()

/** What is stored beside a title for the search. */
export const foldTitle = (title: string | null): string | null =>
  title === null ? null : foldCase(title.slice(0, searched))
