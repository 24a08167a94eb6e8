/** Titles in pieces of three characters: what contains a text contains its pieces, and pieces can be indexed. */

const gramLength = 3
/** More pieces of a searched text would narrow the search no further. */
const maxSearched = 8

/** The distinct pieces of a folded title. */
export const titleGrams = (folded: string | null): readonly string[] =>
  folded === null ? [] : [...new Set(grams(folded))]

/** Pieces that a title must have to contain this folded text; none for a text of fewer than three characters. */
export function searchGrams(folded: string): readonly string[] {
  const all = [...new Set(grams(folded))]
  const every = Math.max(1, Math.floor(all.length / maxSearched))
  return all.filter((_, n) => n % every === 0).slice(0, maxSearched)
}

function grams(text: string): string[] {
  // By characters, not by halves of them.
  const characters = Array.from(text)
  return characters.slice(gramLength - 1).map((_, n) => characters.slice(n, n + gramLength).join(''))
}
