/**
 * Figures of many small parts, of every kind that the charting library's schema knows: traces of each type and entries
 * of each list and subplot of a layout, bare, each with a text of its own, and each with a reference of its own. What
 * looks at all other parts for each of them shows here.
 */

import {
  type Attribute,
  type Container,
  isContainer,
  layoutSchema,
  type SchemaNode,
  traceSchema,
  traceTypes,
} from '../../src/plotly/schema/schema.ts'

type Part = (n: number) => object
type Value = (n: number) => unknown

const someText = (n: number) => n.toString(36)

/** What an attribute is given to name something else: `x12` for an axis, `legend12`. */
function referenceOf({ kind, subplot, values }: Attribute): Value | null {
  if (kind === 'subplotid') return n => `${subplot}${n + 2}`
  const axis = values?.map(value => /^\/\^([xyz])\(/.exec(String(value))?.[1]).find(Boolean)
  return axis ? n => `${axis}${n + 2}` : null
}

const textOf = ({ kind }: Attribute): Value | null => (kind === 'string' ? someText : null)
const dataOf = ({ kind }: Attribute): Value | null => (kind === 'data_array' ? n => [n, someText(n)] : null)

/** A part with all attributes that take such a value. */
function partOf(
  container: Container,
  valueFor: (attribute: Attribute) => Value | null,
  always: object,
): Part {
  const members = [...container.members].flatMap(([name, node]) => {
    const value = node.kind === 'container' || node.kind === 'list' ? null : valueFor(node)
    return value ? [[name, value] as const] : []
  })
  return n => ({ ...always, ...Object.fromEntries(members.map(([name, value]) => [name, value(n)])) })
}

const waysOf = (container: Container, always: object): readonly (readonly [string, Part])[] => [
  ['bare', () => always],
  ['with texts', partOf(container, textOf, always)],
  ['with data', partOf(container, dataOf, always)],
  ['with references', partOf(container, referenceOf, always)],
]

const max = 2_000

/** As many as fit into the bytes, and no more than are looked at. */
function fill(bytes: number, part: (n: number) => string, of: (parts: string) => string): string {
  const parts: string[] = []
  let left = bytes - of('').length
  for (let n = 0; n < max; n++) {
    const text = part(n)
    left -= Buffer.byteLength(text) + 1
    if (left < 0) break
    parts.push(text)
  }
  return of(parts.join())
}

/** Axes that take a third of the body, so that parts have something to be looked for in. */
const axes = (bytes: number) =>
  fill(
    bytes / 3,
    n => `"${n % 2 ? 'x' : 'y'}axis${2 + (n >> 1)}":{"domain":[0.${n},0.${n}1]}`,
    parts => parts || '"xaxis":{}',
  )

export function* manyParts(bytes: number): Iterable<readonly [what: string, body: () => string]> {
  for (const type of traceTypes) {
    for (const [way, part] of waysOf(traceSchema(type) as Container, { type })) {
      const text: (n: number) => string = n => JSON.stringify(part(n))
      yield [`${type} traces ${way}`, () => fill(bytes, text, parts => `{"data":[${parts}]}`)]
    }
    const text = partOf(traceSchema(type) as Container, referenceOf, { type })
    yield [
      `${type} traces with references, and axes`,
      () =>
        fill(
          bytes,
          n => JSON.stringify(text(n)),
          parts => `{"layout":{${axes(bytes)}},"data":[${parts}]}`,
        ),
    ]
    yield [
      `${type} traces on carpets`,
      () =>
        fill(
          bytes,
          n => JSON.stringify({ type: n % 2 ? 'carpet' : type, carpet: someText(n) }),
          parts => `{"data":[${parts}]}`,
        ),
    ]
  }
  for (const [name, node] of layoutSchema.members) yield* layoutParts(bytes, name, node)
}

function* layoutParts(bytes: number, name: string, node: SchemaNode): ReturnType<typeof manyParts> {
  const item = node.kind === 'list' ? node.item : node
  if (!isContainer(item) || (node.kind !== 'list' && !item.subplots)) return
  for (const [way, part] of waysOf(item, {})) {
    const text: (n: number) => string =
      node.kind === 'list'
        ? n => JSON.stringify(part(n))
        : n => `"${name}${n + 2}":${JSON.stringify(part(n))}`
    const [open, close] = node.kind === 'list' ? [`"${name}":[`, ']'] : ['', '']
    yield [
      `${name} of a layout ${way}`,
      () => fill(bytes, text, parts => `{"data":[{"y":[1]}],"layout":{${open}${parts}${close}}}`),
    ]
    if (node.kind === 'list')
      yield [
        `${name} of a layout ${way}, and axes`,
        () =>
          fill(
            bytes,
            text,
            parts => `{"data":[{"y":[1]}],"layout":{${axes(bytes)},${open}${parts}${close}}}`,
          ),
      ]
  }
}
