/**
 * Names of first axes and scenes with a number, and ids with leading zeros, as older releases wrote them: the library
 * still reads `xaxis1` and `x01` as `xaxis` and `x` (`plot_api/helpers.js`, `cartesian/axis_ids.js`).
 */

const names: Readonly<Record<string, string>> = { xaxis1: 'xaxis', yaxis1: 'yaxis', scene1: 'scene' }

/** The name in the layout that the library reads instead; the name itself if it reads that. */
export const usualName = (name: string): string =>
  Object.hasOwn(names, name) ? (names[name] as string) : name

const numbered = /^([xyz]|scene)(\d+)( domain)?$/

/** The id of an axis or a scene without leading zeros, and without the number of the first: `x2` for `x02`, `x` for `x1`. */
export const usualId = (id: string): string =>
  id.replace(numbered, (_, kind: string, digits: string, domain = '') => {
    const number = digits.replace(/^0+/, '')
    return `${kind}${number === '1' ? '' : number}${domain}`
  })

/** Attributes whose ids the library reads in this way. */
const read: ReadonlySet<string> = new Set(['xaxis', 'yaxis', 'scene', 'xref', 'yref', 'anchor', 'overlaying'])

/** The value of an attribute as the library reads it, if it is an id. */
export const usualValue = (name: string, value: unknown): unknown =>
  typeof value === 'string' && read.has(name) ? usualId(value) : value
