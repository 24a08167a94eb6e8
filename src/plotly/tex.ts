/** Finds TeX as the charting library does: in a text of a figure, or in the figure's JSON text. */

/** Whether a text is set as TeX: something stands between two dollars of it. */
export const hasTex = (text: string): boolean => /\$[^$]+\$/.test(text)

/** As itself or as its escape. */
const dollars = /\$|\\u0024/g
const escaped = 'u0024'
const [quote, dollar, backslash] = [0x22, 0x24, 0x5c]

/** Whether any string of that JSON text has TeX. */
export const hasFormula = (text: string): boolean => countFormulas(text, 1) > 0

/**
 * How many there are, counted up to `most`. A string may be as long as a body: no pattern reads one to its end, since
 * patterns remember their way for each letter, and there is no room for ten million.
 */
export function countFormulas(text: string, most: number): number {
  let count = 0
  dollars.lastIndex = 0
  while (count < most && dollars.test(text)) {
    const end = endOfString(text, dollars.lastIndex)
    const isClosed = end < text.length && text.charCodeAt(end) !== quote
    dollars.lastIndex = end
    // The dollar that closes a formula opens none.
    if (isClosed && dollars.test(text)) count++
  }
  return count
}

/** Where the next dollar stands, or the quote before it. */
function endOfString(text: string, from: number): number {
  let at = from
  for (; at < text.length; at++) {
    const letter = text.charCodeAt(at)
    if (letter === quote || letter === dollar) break
    if (letter !== backslash) continue
    if (text.startsWith(escaped, at + 1)) break
    at++
  }
  return Math.min(at, text.length)
}
