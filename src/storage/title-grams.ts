/** Trigrams of titles: a title that contains a text contains its trigrams, and trigrams can be indexed. */

const gramLength = 3
/** More trigrams of a searched text would hardly narrow the search further. */
const maxSearched = 8

/** The distinct trigrams of a folded title. */
export const titleGrams = (folded: string | null): readonly string[] =>
  folded === null ? [] : [...new Set(grams(folded))]

/** The trigrams that a title containing this folded text must have. None for a text of fewer than three characters. */
export function searchGrams(folded: string): readonly string[] {
  const all = [...new Set(grams(folded))]
  const every = Math.max(1, Math.floor(all.length / maxSearched))
  return all.filter((_, n) => n % every === 0).slice(0, maxSearched)
}

function grams(text: string): string[] {
  // Splits by code points, so that surrogate pairs stay whole.
  const characters = Array.from(text)
  return characters.slice(gramLength - 1).map((_, n) => characters.slice(n, n + gramLength).join(''))
}
