/**
 * The charting library as the render pages run it. After placing each tick label it looks for labels that overflow
 * among all of them: with n labels n² measurements, a fifth of the time of a small chart. Only the last look
 * decides what is seen, so here it looks once, after the last label. Pictures stay the same to the byte.
 */

const name = String.raw`[\w$]+`
const look = '_adjustTickLabelsOverflow'

/** `labels.each(function (d) { … axis.look && axis.look() …`, as the minified library has it. */
const lookPerLabel = new RegExp(
  String.raw`\((${name}),${name}\)\{\1\.each\(function\(${name}\)\{(?:(?!function).){0,800}?(${name})\.${look}&&(?=\2\.${look}\(\))`,
  'g',
)

/** Unchanged where the library reads otherwise than the release this was written for. */
export function tuneLibrary(source: string): string {
  if ([...source.matchAll(lookPerLabel)].length !== 1) return source
  return source.replace(lookPerLabel, (whole, labels: string) => {
    // Labels set as TeX never look.
    const last = `${labels}[0].findLast(e=>e&&!e.querySelector(".text-math-group"))`
    return `${whole}${last}===this&&`
  })
}
