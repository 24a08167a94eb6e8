/** The charting library's schema of traces and layouts. */

import { layoutNode, nodeTexts, traceNodes } from './schema.generated.ts'

/** An object with named attributes. There may be several subplots: `xaxis`, `xaxis2`. */
export interface Container {
  readonly kind: 'container'
  readonly members: ReadonlyMap<string, SchemaNode>
  readonly subplots: boolean
  /** The attribute with a step, if there is one: `dtick` for ticks, `size` for bins and levels. */
  readonly steps: 'dtick' | 'size' | null
}

/** An array of objects with the same attributes, such as `annotations`. */
export interface List {
  readonly kind: 'list'
  readonly item: SchemaNode
}

export type AttributeKind =
  | 'any'
  | 'angle'
  | 'boolean'
  | 'color'
  | 'colorlist'
  | 'colorscale'
  | 'data_array'
  | 'enumerated'
  | 'flaglist'
  | 'info_array'
  | 'integer'
  | 'number'
  | 'string'
  | 'subplotid'

/** A value. The properties are those of `defs.valObjects` in plot-schema.json. */
export interface Attribute {
  readonly kind: AttributeKind
  /** Whether an array with one value per point is allowed. */
  readonly arrayOk?: boolean
  /** The values of an enumeration (texts between slashes are patterns), or the line styles of a string. */
  readonly values?: readonly unknown[]
  readonly coerceNumber?: boolean
  readonly flags?: readonly string[]
  /** Additional values that cannot be combined with flags, or are allowed instead of a number. */
  readonly extras?: readonly unknown[]
  readonly min?: number
  readonly max?: number
  readonly strict?: boolean
  readonly noBlank?: boolean
  /** Whether numbers in an array of colours are positions on a colour scale. */
  readonly scaled?: boolean
  /** The prefix of a subplot id. */
  readonly subplot?: string
  /** The elements of an info_array: one attribute for all, one for each, or rows of these. */
  readonly items?: Items
  readonly freeLength?: boolean
  readonly dimensions?: 2 | '1-2'
}

export type Items = Attribute | readonly Items[]

export type SchemaNode = Container | List | Attribute

type RawNode = Record<string, unknown> & { kind: string }

// Nodes come after those they refer to.
const nodes: SchemaNode[] = []
for (const text of nodeTexts) nodes.push(toNode(JSON.parse(text)))

function toNode(raw: RawNode): SchemaNode {
  if (raw.kind === 'container') {
    const members = new Map<string, SchemaNode>()
    const places = raw.members as Record<string, number>
    for (const [name, place] of Object.entries(places)) {
      const node = nodes[place] as SchemaNode
      members.set(
        name,
        name === 'color' && 'colorscale' in places ? { ...(node as Attribute), scaled: true } : node,
      )
    }
    return { kind: 'container', members, subplots: raw.subplots === true, steps: stepsOf(members) }
  }
  if (raw.kind === 'list') return { kind: 'list', item: nodes[raw.item as number] as SchemaNode }
  // All other generated nodes are attributes.
  const attribute = raw as unknown as Attribute
  return raw.items === undefined ? attribute : { ...attribute, items: toItems(raw.items as RawItems) }
}

function stepsOf(members: ReadonlyMap<string, SchemaNode>): Container['steps'] {
  if (members.has('dtick')) return 'dtick'
  return members.has('start') && members.has('end') && members.has('size') ? 'size' : null
}

type RawItems = number | readonly RawItems[]

function toItems(raw: RawItems): Items {
  return typeof raw === 'number' ? (nodes[raw] as Attribute) : raw.map(toItems)
}

/** The layout, including attributes added by trace types. */
export const layoutSchema = nodes[layoutNode] as Container

const traces = new Map(
  Object.entries(traceNodes).map(([type, [place, categories]]) => [
    type,
    { attributes: nodes[place] as Container, categories: new Set(categories) },
  ]),
)

/** The valid trace types, sorted. */
export const traceTypes: readonly string[] = [...traces.keys()]

/** A trace type's attributes; undefined for an unknown type. */
export const traceSchema = (type: string): Container | undefined => traces.get(type)?.attributes

/** Whether the library assigns the type to that category: `gl3d`, `cartesian`, `pie-like` … */
export const isOfCategory = (type: string, category: string): boolean =>
  traces.get(type)?.categories.has(category) ?? false

const numbered = /^(.*?[a-z])([2-9]|[1-9]\d+)$/

/** The member with that name (`xaxis2` is an `xaxis`). Undefined for an unknown name. */
export function memberOf(container: Container, name: string): SchemaNode | undefined {
  const member = container.members.get(name)
  if (member) return member
  const base = numbered.exec(name)?.[1]
  const subplot = base === undefined ? undefined : container.members.get(base)
  return subplot?.kind === 'container' && subplot.subplots ? subplot : undefined
}

export const isContainer = (node: SchemaNode): node is Container => node.kind === 'container'
