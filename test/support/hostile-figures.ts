/**
 * Figures with hostile texts in every place of the charting library's schema that takes a text. For some places the
 * library refuses the whole figure, which would leave the others untried: those are found, and set apart.
 */

import { createRequire } from 'node:module'
import { anyTrace, drawableTrace } from './drawable-traces.ts'
import { markup, styled, tex } from './hostile-texts.ts'

export type Json = Record<string, unknown>

/** A text, or a list of it, and where it stands under `layout` or the first of `data`. */
interface TextPlace {
  readonly path: readonly (string | number)[]
  readonly value: unknown
}

export interface HostileFigure {
  readonly name: string
  readonly data: Json[]
  readonly layout: Json
  readonly frames?: Json[]
  /** Not set yet, each on its own: see `withTexts`. */
  readonly places?: readonly TextPlace[]
}

interface Attribute {
  readonly valType?: string
  readonly items?: Readonly<Record<string, object>>
}

const schema = createRequire(import.meta.url)('plotly.js/dist/plot-schema.json') as {
  readonly traces: Readonly<Record<string, { readonly attributes: object }>>
  readonly layout: { readonly layoutAttributes: object }
}

/** Left as they are: they choose a kind of thing, or are looked at in the maps' own figures. */
const kept = new Set([
  'type',
  'uid',
  'mode',
  'style',
  'geojson',
  'source',
  'templateitemname',
  'visible',
  'matches',
])

/**
 * Places for which the library is known to refuse the whole figure: set apart without a search, and tried alone. What a
 * release refuses beyond them is found.
 */
const knownRefused = [
  /^layout: layout\.[xy]axis\.tickformatstops\./,
  /^carpet: data\.0\.[ab]axis\.tick(?:formatstops|text)/,
  /^(?:bar|scatter|waterfall): data\.0\.xperiod$/,
  /^(?:funnel|scatter): data\.0\.yperiod$/,
  /^(?:icicle|sunburst|treemap): data\.0\.level$/,
  /^scattermap: data\.0\.(?:line\.color|marker\.symbol)$/,
]

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Every place for a text in that part of the schema, but for those that `base` has settled. */
function placesFor(attributes: object, text: string, base: Json, at: TextPlace['path']): TextPlace[] {
  return Object.entries(attributes).flatMap(([name, value]) => {
    if (name.startsWith('_') || !isObject(value)) return []
    const { valType, items } = value as Attribute
    const [own, path] = [base[name], [...at, name]]
    if (valType === undefined) {
      if (!items) return own === undefined || isObject(own) ? placesFor(value, text, own ?? {}, path) : []
      if (Array.isArray(own)) return []
      return Object.values(items).flatMap((each, index) => placesFor(each, text, {}, [...path, index]))
    }
    if (own !== undefined || kept.has(name)) return []
    if (valType === 'string' || valType === 'any' || valType === 'color') return [{ path, value: text }]
    const isTexts = valType === 'data_array' && /text|ids|custom|label/.test(name)
    return isTexts ? [{ path, value: [text, text, text] }] : []
  })
}

function put(into: Json, [first, ...rest]: TextPlace['path'], value: unknown): void {
  if (rest.length === 0) into[first!] = value
  else {
    into[first!] ??= typeof rest[0] === 'number' ? [] : {}
    put(into[first!] as Json, rest, value)
  }
}

/** The figure with the texts in their places. */
export function withTexts({ places = [], ...figure }: HostileFigure): HostileFigure {
  const { name, data, layout, frames } = structuredClone(figure)
  for (const { path, value } of places) put({ data, layout }, path, value)
  return { name, data, layout, ...(frames && { frames }) }
}

const layoutTexts = `${styled}${markup}`
const layoutBase: Json = {
  ...{ width: 300, height: 240, title: { text: layoutTexts }, legend: { title: { text: layoutTexts } } },
  // Else it would be drawn on no axis.
  ...{ template: {}, grid: {}, images: [], selections: [] },
  shapes: [{ type: 'line', label: { text: layoutTexts } }],
  annotations: [{ text: layoutTexts, hovertext: layoutTexts, x: 1, y: 1, xref: 'paper', yref: 'paper' }],
  updatemenus: [{ buttons: [{ label: layoutTexts, method: 'skip', name: layoutTexts }] }],
  sliders: [
    {
      steps: [{ label: layoutTexts, method: 'skip' }],
      currentvalue: { prefix: layoutTexts, suffix: layoutTexts },
    },
  ],
}

/** One figure of each kind of trace, with the texts of that trace, and one with those of the whole layout. */
export const hostileFigures: readonly HostileFigure[] = [
  {
    name: 'layout',
    data: [{ ...anyTrace, type: 'scatter' }],
    layout: layoutBase,
    places: placesFor(schema.layout.layoutAttributes, layoutTexts, layoutBase, ['layout']),
  },
  ...Object.entries(schema.traces).map(([type, { attributes }]) => {
    const base = drawableTrace(type)
    const layout = { width: 300, height: 240, map: { style: 'white-bg' } }
    const places = placesFor(attributes, `${styled}${markup}`, base, ['data', 0])
    return { name: type, data: [base], layout, places }
  }),
]

export const hostileFormulas: readonly HostileFigure[] = ['scatter', 'pie'].map(type => ({
  name: `${type} with formulas`,
  data: [{ ...anyTrace, type, name: tex, text: [tex, tex, tex] }],
  layout: { width: 300, height: 240, title: { text: tex }, annotations: [{ text: tex, x: 1, y: 1 }] },
}))

export interface Split {
  /** With every place that the library takes. */
  readonly taken: HostileFigure
  /** With each of the other places alone. */
  readonly refused: readonly HostileFigure[]
}

/** `draws` tells whether the library draws the figure; it must draw it without any of the texts. */
export async function splitRefused(
  figure: HostileFigure,
  draws: (figure: HostileFigure) => Promise<boolean>,
): Promise<Split> {
  const alone = (place: TextPlace): HostileFigure => ({
    ...figure,
    name: `${figure.name}: ${place.path.join('.')}`,
    places: [place],
  })
  const all = figure.places ?? []
  const isKnown = (place: TextPlace) => knownRefused.some(known => known.test(alone(place).name))
  const refused = all.filter(isKnown).map(alone)
  let places = all.filter(place => !isKnown(place))
  const first = (count: number) => draws({ ...figure, places: places.slice(0, count) })
  // So many of the first are known to be taken.
  let taken = 0
  while (!(await first(places.length))) {
    let max = places.length
    if (max === 0) throw new Error(`${figure.name} is refused as it is`)
    while (max - taken > 1) {
      const middle = (taken + max) >> 1
      if (await first(middle)) taken = middle
      else max = middle
    }
    refused.push(alone(places[taken]!))
    places = places.toSpliced(taken, 1)
  }
  return { taken: { ...figure, places }, refused }
}
