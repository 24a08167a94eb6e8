/** What the charting library takes where, by its own schema. */

import { layoutNode, nodeTexts, traceNodes } from './schema.generated.ts'

/** An object with named attributes. Of subplots there may be several: `xaxis`, `xaxis2`. */
export interface Container {
  readonly kind: 'container'
  readonly members: ReadonlyMap<string, SchemaNode>
  readonly subplots: boolean
  /** What divides a length in it, if anything does: ticks by `dtick`, bins and levels by `size`. */
  readonly steps: 'dtick' | 'size' | null
}

/** An array of objects that are all alike, such as `annotations`. */
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

/** One value. Its facts are the library's own words, see `defs.valObjects` of plot-schema.json. */
export interface Attribute {
  readonly kind: AttributeKind
  /** An array with one value a point is taken too. */
  readonly arrayOk?: boolean
  /** Of enumerations; a text between slashes is a pattern. Of strings: the styles of lines. */
  readonly values?: readonly unknown[]
  readonly coerceNumber?: boolean
  readonly flags?: readonly string[]
  /** Values that stand alone: beside flags, or beside numbers. */
  readonly extras?: readonly unknown[]
  readonly min?: number
  readonly max?: number
  readonly strict?: boolean
  readonly noBlank?: boolean
  /** Of a colour: numbers in an array of colours choose from the colour scale beside it. */
  readonly scaled?: boolean
  /** Of a subplot id: what it begins with. */
  readonly subplot?: string
  /** Of an info_array: one attribute for all elements, one for each, or rows of these. */
  readonly items?: Items
  readonly freeLength?: boolean
  readonly dimensions?: 2 | '1-2'
}

export type Items = Attribute | readonly Items[]

export type SchemaNode = Container | List | Attribute

type RawNode = Record<string, unknown> & { kind: string }

// A node is told after those it is made of.
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
  // The rest of the generated nodes are attributes as they stand.
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

/** The layout, with what single trace types add to it. */
export const layoutSchema = nodes[layoutNode] as Container

const traces = new Map(
  Object.entries(traceNodes).map(([type, [place, categories]]) => [
    type,
    { attributes: nodes[place] as Container, categories: new Set(categories) },
  ]),
)

/** The valid trace types, in order of their names. */
export const traceTypes: readonly string[] = [...traces.keys()]

/** A trace type's attributes; undefined for an unknown type. */
export const traceSchema = (type: string): Container | undefined => traces.get(type)?.attributes

/** Whether the library files the type under that category: `gl3d`, `cartesian`, `pie-like` … */
export const isOfCategory = (type: string, category: string): boolean =>
  traces.get(type)?.categories.has(category) ?? false

const numbered = /^(.*?[a-z])([2-9]|[1-9]\d+)$/

/** What stands under that name: `xaxis2` is an `xaxis`. Undefined for a name the library does not know. */
export function memberOf(container: Container, name: string): SchemaNode | undefined {
  const member = container.members.get(name)
  if (member) return member
  const base = numbered.exec(name)?.[1]
  const subplot = base === undefined ? undefined : container.members.get(base)
  return subplot?.kind === 'container' && subplot.subplots ? subplot : undefined
}

export const isContainer = (node: SchemaNode): node is Container => node.kind === 'container'
