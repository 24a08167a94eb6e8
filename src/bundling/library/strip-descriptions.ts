/**
 * The charting library describes each of its attributes for its documentation. These texts are a tenth of its code, and
 * no page reads them. The library's own bundles leave them out as well.
 */

/** Removes `description: …` from the object literals of JavaScript source. */
export function stripDescriptions(source: string): string {
  let kept = ''
  let from = 0
  for (let at = 0; at < source.length; ) {
    const skipped = skipText(source, at)
    if (skipped > at) {
      at = skipped
    } else if (isDescription(source, at)) {
      kept += source.slice(from, at)
      from = at = endOfValue(source, source.indexOf(':', at) + 1)
    } else {
      at += 1
    }
  }
  return kept + source.slice(from)
}

const isDescription = (source: string, at: number) =>
  source[at] === 'd' && /[\s{,]/.test(source[at - 1] ?? '') && /^description:/.test(source.slice(at, at + 12))

/** The position after the string, template or comment that begins at `at`; `at` itself if none begins there. */
function skipText(source: string, at: number): number {
  const letter = source[at]!
  if (letter === '/' && source[at + 1] === '/') return lineEnd(source, at)
  if (letter === '/' && source[at + 1] === '*') return source.indexOf('*/', at) + 2
  if (letter !== "'" && letter !== '"' && letter !== '`') return at
  let end = at + 1
  while (end < source.length && source[end] !== letter) end += source[end] === '\\' ? 2 : 1
  return end + 1
}

function lineEnd(source: string, at: number): number {
  const end = source.indexOf('\n', at)
  return end === -1 ? source.length : end
}

/** The position after the value that begins there and the comma that follows it. */
function endOfValue(source: string, begin: number): number {
  let depth = 0
  for (let at = begin; at < source.length; ) {
    const skipped = skipText(source, at)
    if (skipped > at) {
      at = skipped
      continue
    }
    const letter = source[at]!
    if (depth === 0 && letter === ',') return at + 1
    if (depth === 0 && letter === '}') return at
    if ('([{'.includes(letter)) depth += 1
    if (')]}'.includes(letter)) depth -= 1
    at += 1
  }
  throw new Error('a description in the charting library has no end')
}
