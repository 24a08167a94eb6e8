/** An edit of the charting library, applied only if the code matches the release it was written for. */

export interface LibraryEdit {
  /** A text that occurs once near the place. Searching megabytes with the pattern would delay the start. */
  readonly near: string
  /** Matches the minified code. Without a match nothing is edited. */
  readonly find: RegExp
  readonly replace: string
  /** The file in the library's source, and the upstream issue that would make the edit obsolete; null if none is known. */
  readonly upstream: { readonly file: string; readonly issue: string | null }
}

export const plotlyIssue = (number: number): string => `https://github.com/plotly/plotly.js/issues/${number}`

/** A pattern in which NAME matches any minified name. */
export const reads = (source: string) => new RegExp(source.replaceAll('NAME', String.raw`[\w$]+`))

/**
 * Edits tables whose keys are words of a figure, so that a word such as `constructor` has no value before it is given one.
 * In `code`, a pattern, TABLE stands for the empty object that each table begins as.
 */
export function tables(file: string, near: string, code: string): LibraryEdit {
  const parts = code.split('TABLE')
  return {
    near,
    find: reads(parts.map((part, at) => `(?<part${at}>${part})`).join(String.raw`\{\}`)),
    replace: parts.map((_, at) => `$<part${at}>`).join('{__proto__:null}'),
    upstream: { file, issue: null },
  }
}

/** How many characters around `near` are searched. */
const reach = 2000

/** Applies an edit. Returns the source unchanged if it does not match. */
export function editLibrary(source: string, { near, find, replace }: LibraryEdit): string {
  const at = source.indexOf(near)
  if (at === -1 || source.indexOf(near, at + 1) !== -1) return source
  const [from, to] = [Math.max(0, at - reach), at + reach]
  const place = source.slice(from, to)
  return source.slice(0, from) + place.replace(find, replace) + source.slice(to)
}
