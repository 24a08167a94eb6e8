/** Finds the known name that was probably meant by a misspelt one. */

/** The name with the smallest edit distance from `given`, at most `limit`; null if none is close. */
export function nearest(given: string, names: readonly string[], limit = Infinity): string | null {
  // No known name is this long, so comparing would only take time.
  if (given.length > 40) return null
  const word = given.toLowerCase()
  let best: string | null = null
  // Of a single letter, only the case may differ.
  let min = word.length < 2 ? 1 : Math.min(limit, Math.max(1, Math.floor(word.length / 3))) + 1
  for (const name of names) {
    // The difference in length is a lower bound of the distance.
    if (Math.abs(name.length - word.length) >= min) continue
    const changes = changesBetween(word, name.toLowerCase())
    if (changes < min) {
      min = changes
      best = name
    }
  }
  return best
}

/** The Damerau–Levenshtein distance (adjacent transpositions count as one edit). */
function changesBetween(a: string, b: string): number {
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1
      let changes = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + same)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        changes = Math.min(changes, before[j - 2]! + 1)
      }
      row.push(changes)
    }
    before = last
    last = row
  }
  return last[b.length] as number
}
