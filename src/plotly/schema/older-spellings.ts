/** Spellings of older releases that the library still reads (`plot_api/helpers.js`, `cartesian/axis_ids.js`). */

/** The first axes and scene were numbered, too. */
const names: Readonly<Record<string, string>> = { xaxis1: 'xaxis', yaxis1: 'yaxis', scene1: 'scene' }

/** The name in the layout that the library reads instead; the name itself if it reads that. */
export const usualName = (name: string): string =>
  Object.hasOwn(names, name) ? (names[name] as string) : name

const numbered = /^([xyz]|scene)(\d+)( domain)?$/

/** The id of an axis or a scene without leading zeros, and without the number of the first: `x2` for `x02`, `x` for `x1`. */
export function usualId(id: string): string {
  if (id.length === 1) return id
  return id.replace(numbered, (_, kind: string, digits: string, domain = '') => {
    const number = digits.replace(/^0+/, '')
    return `${kind}${number === '1' ? '' : number}${domain}`
  })
}

/** A colour scale, written with I for l. */
const aScale = (value: string): string => value.replace(/^YI(GnBu|OrRd)$/, 'Yl$1')

const aPosition = (value: string): string =>
  value.replace(
    /^(top|middle|bottom)?-?(left|right|center)?$/,
    (_, y = 'middle', x = 'center') => `${y} ${x}`,
  )

/** Attributes whose values the library reads in an older spelling, too. */
const values: Readonly<Record<string, (value: string) => unknown>> = {
  xaxis: usualId,
  yaxis: usualId,
  scene: usualId,
  xref: usualId,
  yref: usualId,
  anchor: usualId,
  overlaying: usualId,
  colorscale: aScale,
  textposition: aPosition,
  dragmode: value => (value === 'rotate' ? 'orbit' : value),
  autorange: value => (value === 'tozero' || value === 'withzero' ? true : value),
}

/** The value of an attribute as the library reads it. */
export const usualValue = (name: string, value: unknown): unknown =>
  typeof value === 'string' && Object.hasOwn(values, name) ? values[name]!(value) : value

const axis = /^layout\.[xy]axis\d*$/
const direction = /^(?:candlestick|ohlc)\.(?:in|de)creasing$/

/**
 * Attributes without an entry in the schema that the library reads. Each is in a part of that path, which begins with
 * the type of a trace or `layout`.
 */
const attributes: Readonly<Record<string, RegExp>> = {
  scl: /^[a-z0-9]+\.$/,
  reversescl: /^[a-z0-9]+\.$/,
  isdate: axis,
  islog: axis,
  highlightColor: /^surface\.[xyz]$/,
  highlightWidth: /^surface\.[xyz]$/,
  name: direction,
  showlegend: direction,
}

/**
 * Whether the library reads an attribute although its schema has none. `owner` is the type of the trace or `layout`,
 * `parent` the name of the part, empty for the trace itself.
 */
export const isReadAnyway = (name: string, owner: string, parent: string): boolean =>
  Object.hasOwn(attributes, name) && attributes[name]!.test(`${owner}.${parent}`)
