/** Changes of a figure to other values that the charting library's schema takes: what its author could have chosen. */

import {
  type Attribute,
  isContainer,
  layoutSchema,
  memberOf,
  type SchemaNode,
  traceSchema,
} from '../../src/plotly/schema/schema.ts'
import type { Random } from './mutate.ts'

type Holder = Record<string, unknown>

/** Names that tie parts together, or take the size from an image or the trace from a figure. */
const left: ReadonlySet<string> = new Set([
  ...['type', 'visible', 'uid', 'meta', 'customdata', 'template', 'width', 'height', 'autosize', 'domain'],
  ...[
    'xaxis',
    'yaxis',
    'scene',
    'subplot',
    'geo',
    'coloraxis',
    'stackgroup',
    'overlaying',
    'matches',
    'carpet',
  ],
])
const colours = ['#e45756', 'rgba(20, 120, 200, 0.6)', 'teal', 'hsl(30, 80%, 50%)', '#333']
const scales = ['Viridis', 'Jet', 'Reds', 'Greys', 'Portland', 'Cividis']
const sizes = [0, 0.1, 0.3, 0.5, 0.8, 1, 1.5, 2, 3, 5, 8, 12, 20, 40]

/** Changes the figure in place and says what was done. */
export function vary(figure: object, random: Random, changes: number): string[] {
  const { data, layout = {} } = figure as { data?: unknown; layout?: Holder }
  Object.assign(figure, { layout })
  const traces = Array.isArray(data) ? data.filter(isHolder) : []
  const done: string[] = []
  for (let tries = 0; done.length < changes && tries < 20 * changes; tries++) {
    const place = Math.floor(random() * traces.length)
    const ofTrace = random() < 0.55 && traces.length > 0
    const at = ofTrace ? `data[${place}]` : 'layout'
    const holder = ofTrace ? traces[place]! : layout
    const schema = ofTrace ? traceSchema(String(holder.type ?? 'scatter')) : layoutSchema
    const change = schema && changeWithin(holder, schema, at, random)
    if (change) done.push(change)
  }
  return done
}

const isHolder = (value: unknown): value is Holder =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const oneOf = <T>(values: readonly T[], random: Random): T | undefined =>
  values[Math.floor(random() * values.length)]

/** Goes down to an attribute, one random member after the other; null where that leads to none that can be set. */
function changeWithin(holder: Holder, schema: SchemaNode, path: string, random: Random): string | null {
  if (!isContainer(schema)) return null
  // Subplots that are there are chosen as often as all that could be.
  const own = Object.keys(holder).filter(name => isHolder(holder[name]))
  const name = oneOf(random() < 0.5 && own.length > 0 ? own : [...schema.members.keys()], random)
  if (name === undefined || left.has(name) || name.endsWith('src')) return null
  const node = memberOf(schema, name)
  const here = `${path}.${name}`
  if (!node || node.kind === 'list') return null
  if (isContainer(node)) {
    if (node.subplots && !isHolder(holder[name])) return null
    const inner = holder[name] ?? {}
    const change = isHolder(inner) ? changeWithin(inner, node, here, random) : null
    if (change) holder[name] = inner
    return change
  }
  const value = valueFor(node, random)
  if (value === undefined || typeof holder[name] === 'object') return null
  holder[name] = value
  return `${here} = ${JSON.stringify(value)}`
}

/** Undefined for what depends on the rest of the figure: data, ranges, names and texts. */
function valueFor(attribute: Attribute, random: Random): unknown {
  const { kind, values, flags = [], extras = [], min, max } = attribute
  if (kind === 'boolean') return random() < 0.5
  if (kind === 'enumerated')
    return oneOf(values?.filter(value => value !== null && !/^\/.*\/$/.test(String(value))) ?? [], random)
  if (kind === 'flaglist')
    return oneOf([...flags, ...extras, flags.filter(() => random() < 0.5).join('+') || flags[0]], random)
  if (kind === 'color') return oneOf(colours, random)
  if (kind === 'colorscale') return oneOf(scales, random)
  if (kind === 'angle') return oneOf([0, 30, -45, 90, 180, 'auto'], random)
  if (kind === 'string') return values && oneOf(values, random)
  if (kind !== 'number' && kind !== 'integer') return undefined
  const size = oneOf(sizes, random)!
  const within = Math.min(max ?? size, Math.max(min ?? size, size))
  return kind === 'integer' ? Math.round(within) : within
}
