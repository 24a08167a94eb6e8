/** Case folding of titles for the search, shared by all backends so that they find the same graphs. */

/** How much of a title is searchable, in UTF-16 units. */
const searched = 500

/**
 * Removes letter case and makes compatible forms equal. Converts to lower case before upper case, because some letters
 * (ẞ, İ) match their counterparts only that way.
 */
export const foldCase = (text: string): string =>
  text.normalize('NFKC').toLowerCase().toUpperCase().toWellFormed()

/** The folded title that is stored for the search. */
export const foldTitle = (title: string | null): string | null =>
  title === null ? null : foldCase(title.slice(0, searched))
