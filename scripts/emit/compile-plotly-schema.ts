/** From plot-schema.json (3.9 MB of descriptions) to what checking a figure needs (a table of distinct nodes). */

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { isObject, type JsonObject as Json } from '../../src/plotly/json.ts'

/** The parts of plot-schema.json that are read here. */
export interface PlotSchema {
  readonly traces: Readonly<
    Record<string, { attributes: Json; layoutAttributes?: Json; categories: readonly string[] }>
  >
  readonly layout: { readonly layoutAttributes: Json }
  readonly defs: { readonly valObjects: { readonly colorscale: { readonly description: string } } }
}

export const readPlotSchema = (): PlotSchema =>
  JSON.parse(readFileSync(createRequire(import.meta.url).resolve('plotly.js/dist/plot-schema.json'), 'utf8'))

/** What describes a value; the rest of an attribute is prose, defaults and what redraws when it changes. */
const kept = [
  'values',
  'arrayOk',
  'min',
  'max',
  'extras',
  'flags',
  'freeLength',
  'dimensions',
  'coerceNumber',
  'strict',
  'noBlank',
]

/** The text of src/plotly/schema/schema.generated.ts: one line a node, each node once. */
export function compileSchema({ traces, layout, defs }: PlotSchema): string {
  const places = new Map<string, number>()

  function place(node: object): number {
    const line = JSON.stringify(node)
    const known = places.get(line)
    if (known !== undefined) return known
    places.set(line, places.size)
    return places.size - 1
  }

  function attribute(source: Json): object {
    const { valType: kind, items, dflt } = source
    const node: Record<string, unknown> = { kind }
    for (const key of kept) if (source[key] !== undefined) node[key] = source[key]
    // Colour axes have no default, and a pattern that begins with their name: /^coloraxis(…)?$/.
    if (kind === 'subplotid') node.subplot = dflt ?? /^\/\^([a-z]+)/.exec(String(source.regex))?.[1]
    // The library keeps it wherever an angle stands, and rotates by it nowhere else.
    if (kind === 'angle' && dflt === 'auto') node.extras = ['auto']
    if (items !== undefined) node.items = items2(items)
    return node
  }

  /** The items of an info_array: one for all, one for each, or rows of these. */
  const items2 = (items: unknown): unknown =>
    Array.isArray(items) ? items.map(items2) : place(attribute(items as Json))

  function container(source: Json): number {
    if (typeof source.valType === 'string') return place(attribute(source))
    const items = source.items as Json | undefined
    if (items && typeof items.valType !== 'string') {
      const [item] = Object.values(items) as Json[]
      return place({ kind: 'list', item: container(item as Json) })
    }
    return place({
      kind: 'container',
      members: members(source),
      ...(source._isSubplotObj === true && { subplots: true }),
    })
  }

  function members(source: Json): Record<string, number> {
    const entries = Object.entries(source).filter(
      ([key, value]) => isObject(value) && !key.startsWith('_') && key !== 'impliedEdits',
    )
    return Object.fromEntries(
      entries
        .map(([key, value]): [string, number] => [key, container(corrected(key, value as Json))])
        .sort(byName),
    )
  }

  // A trace's `type` is its bare name there.
  const type = { valType: 'string' }
  const types = Object.entries(traces)
    .sort(byName)
    .map(([name, { attributes, categories }]) => ({
      name,
      attributes: container({ ...attributes, type }),
      categories,
    }))
  const wholeLayout = container(withTraceAttributes(layout.layoutAttributes, traces))
  // Told in prose alone.
  const scales =
    /\(any of ([^)]+)\)/.exec(defs.valObjects.colorscale.description)?.[1]?.trim().split(', ') ?? []
  const lines = [...places.keys()].map(line => `  ${quoted(line)},`)
  return `/** What the charting library takes where. Written by npm run emit from its plot-schema.json. */

/** One JSON text a node: see the types in schema.ts. A number in \`members\`, \`item\` and \`items\` is a node's place. */
export const nodeTexts: readonly string[] = [
${lines.join('\n')}
]

/** The colour scales that have names. */
export const colourScales: readonly string[] = [${scales.map(quoted).join(', ')}]

/** The node of the layout, with what single trace types add to it. */
export const layoutNode = ${wholeLayout}

/** Per trace type the node of its attributes and the library's own categories. */
export const traceNodes: Readonly<Record<string, readonly [number, readonly string[]]>> = {
${types.map(({ name, attributes, categories }) => `  ${name}: [${attributes}, [${categories.map(quoted).join(', ')}]],`).join('\n')}
}
`
}

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]) => (a < b ? -1 : 1)

const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

/** Arrows have one head fewer than the schema allows. */
const corrected = (name: string, source: Json): Json =>
  /arrowhead$/.test(name) ? { ...source, max: Number(source.max) - 1 } : source

/** Bars bring \`bargap\` to the layout, polar bars to its polar subplots: all of these, whatever is drawn. */
function withTraceAttributes(layout: Json, traces: PlotSchema['traces']): Json {
  const whole: Record<string, unknown> = { ...layout }
  for (const { attributes, layoutAttributes } of Object.values(traces)) {
    if (!layoutAttributes) continue
    const subplot = (attributes.subplot as Json | undefined)?.dflt
    if (typeof subplot === 'string') whole[subplot] = { ...(whole[subplot] as Json), ...layoutAttributes }
    else Object.assign(whole, layoutAttributes)
  }
  return whole
}
