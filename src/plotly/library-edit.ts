/** A change of one place of the charting library, made only where it reads as in the release it was written for. */

export interface LibraryEdit {
  /** Stands once in the release: where to look, since patterns over all of its megabytes would hold up a start. */
  readonly near: string
  /** As the minified release reads there; else nothing is edited. */
  readonly find: RegExp
  readonly replace: string
  /** Where the library's source says it, and the issue of its project that would retire the edit; null: none is known. */
  readonly upstream: { readonly file: string; readonly issue: string | null }
}

export const plotlyIssue = (number: number): string => `https://github.com/plotly/plotly.js/issues/${number}`

/** NAME is any name the minifier may have given. */
export const reads = (source: string) => new RegExp(source.replaceAll('NAME', String.raw`[\w$]+`))

/** How far around its landmark a place reaches. */
const reach = 2000

/** The library with one edit; as it was where it reads otherwise. */
export function editLibrary(source: string, { near, find, replace }: LibraryEdit): string {
  const at = source.indexOf(near)
  if (at === -1 || source.indexOf(near, at + 1) !== -1) return source
  const [from, to] = [Math.max(0, at - reach), at + reach]
  const place = source.slice(from, to)
  return source.slice(0, from) + place.replace(find, replace) + source.slice(to)
}
