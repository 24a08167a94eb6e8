/** Detects TeX like the charting library does, in texts and in the JSON of figures. */

/** Whether a text is TeX: it has something between two dollar signs. */
export const hasTex = (text: string): boolean => /\$[^$]+\$/.test(text)

/** Matches a dollar sign or its escape. */
const dollars = /\$|\\u0024/g
const escaped = 'u0024'
const [quote, dollar, backslash] = [0x22, 0x24, 0x5c]

/** Whether any string in a JSON text is TeX. */
export const hasFormula = (text: string): boolean => measureFormulas(text, 1).count > 0

/**
 * Counts formulas up to `max`, and adds up their lengths. Strings may be as long as a body, so no pattern matches a whole
 * string: the regular expression engine would need a stack entry per character.
 */
export function measureFormulas(
  text: string,
  max: number,
): { readonly count: number; readonly length: number } {
  let [count, length] = [0, 0]
  dollars.lastIndex = 0
  while (count < max && dollars.test(text)) {
    const start = dollars.lastIndex
    const end = endOfString(text, start)
    const isClosed = end < text.length && text.charCodeAt(end) !== quote
    dollars.lastIndex = end
    // The closing dollar sign does not open another formula.
    if (isClosed && dollars.test(text)) {
      count++
      length += end - start
    }
  }
  return { count, length }
}

/** The position of the next dollar sign, or of a quote before it. */
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
