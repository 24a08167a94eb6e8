/** Warns of attributes that the charting library does not know and ignores. */

import { entryOf } from '../../../../plotly/json.ts'
import { isReadAnyway } from '../../../../plotly/schema/older-spellings.ts'
import {
  type Container,
  isContainer,
  layoutSchema,
  memberOf,
  traceSchema,
} from '../../../../plotly/schema/schema.ts'
import { namedElsewhere } from '../../../../plotly/schema/trace-data.ts'
import { nearest } from '../../nearest.ts'
import { type FigureTree, none, type Place } from '../../tree/figure-tree.ts'
import { traceName } from '../messages.ts'
import type { Walk } from '../views.ts'
import { equivalentOf, isOfTraces, remedyElsewhere, typeWith } from './other-names.ts'

/** Matches bookkeeping attributes of plotly.js, R, Python and Chart Studio, which never affect the drawing. */
const bookkeeping =
  /^(?:_|hoverinfosrc$|.*src$|uid$|stream$|evaluate$|autobin[xy]$|inherit$|set$|frame$|key$|isSimpleKey$|isNestedKey$|crosstalk|alpha_stroke$|source$)/

/** Whether it is a bookkeeping attribute, which may be unknown. */
export const isBookkeeping = (name: string): boolean => bookkeeping.test(name)

/** Warns of an attribute that the schema does not know at that place. */
export function unknownAttribute(
  { findings, owner }: Walk,
  place: Place,
  name: string,
  container: Container,
): void {
  const { tree } = findings
  if (isReadAnyway(name, owner, tree.key(tree.parent(place)))) return
  if (isBookkeeping(name) || isSaidTwice(findings, place, owner, name)) return
  findings.warn(place, () => {
    const type = typeFor(tree, place, owner, name, container)
    const remedy = type
      ? `; without a type, a trace is of type "scatter": did you mean "type": ${JSON.stringify(type)}?`
      : remedyFor(owner, name, container)
    return `${ownerName(owner)} has no such attribute here, so it is ignored${remedy}`
  })
}

/** What to send instead of an unknown attribute. Empty if nothing is like it. */
export function remedyFor(owner: string, name: string, container: Container): string {
  if (name.length > longestName) return ''
  const equivalent =
    nameHere(owner, name, container) ?? joined(name, container) ?? equivalentOf(name, container)
  if (equivalent) return `; did you mean ${equivalent}?`
  const remedy = remedyElsewhere(owner, name, container)
  if (remedy) return `; ${remedy}`
  const near = nearest(name, namesOf(container))
  if (near && isSameWord(near, name)) return `; did you mean ${JSON.stringify(near)}?`
  const known = below(name, container)
  if (known) return `; did you mean ${known}?`
  if (container === layoutSchema && isOfTraces(name)) return '; it belongs in a trace'
  const other = near ?? longer(name, container)
  return other ? `; did you mean ${JSON.stringify(other)}?` : ''
}

/** Whether the names differ only in the case of their letters, or as singular and plural. */
function isSameWord(known: string, given: string): boolean {
  const [a, b] = [known.toLowerCase(), given.toLowerCase()]
  return a === b || a === `${b}s` || `${a}s` === b
}

/** The type that a trace without one should have, because it has that attribute. */
function typeFor(
  tree: FigureTree,
  place: Place,
  owner: string,
  name: string,
  container: Container,
): string | undefined {
  if (owner !== 'scatter' || traceSchema(owner) !== container) return
  const trace = tree.parent(place)
  if (tree.member(trace, 'type') !== none) return
  return typeWith(
    name,
    ['x', 'y'].every(each => tree.member(trace, each) !== none),
  )
}

/** Longer names are not compared with known ones. */
const longestName = 100

/** Whether it is the old name of a map attribute, which plotly 5 and 6 for Python write in addition to the new one. */
const isSaidTwice = ({ tree }: Walk['findings'], place: Place, owner: string, name: string): boolean =>
  owner === 'layout' && name === 'mapbox' && tree.member(tree.parent(place), 'map') !== none

/** The name of this trace type for an attribute of another type. */
const nameHere = (owner: string, name: string, container: Container): string | undefined =>
  traceSchema(owner) === container ? entryOf(namedElsewhere[owner] ?? {}, name) : undefined

/** The owner of an attribute, as messages name it. */
export const ownerName = (owner: string) => (owner === 'layout' ? 'the layout' : traceName(owner))

/** The nested attribute for Python's underscore notation, such as `marker_color`. */
function joined(name: string, container: Container): string | null {
  for (let at = name.indexOf('_'); at !== -1; at = name.indexOf('_', at + 1)) {
    const [outer, inner] = [name.slice(0, at), name.slice(at + 1)]
    const node = memberOf(container, outer)
    if (!node || !isContainer(node)) continue
    if (memberOf(node, inner)) return `${outer}.${inner}`
    const below = joined(inner, node)
    if (below) return `${outer}.${below}`
  }
  return null
}

/** The same name one level deeper. */
function below(name: string, container: Container): string | null {
  for (const parent of [...usualParents, ...container.members.keys()]) {
    const node = container.members.get(parent)
    if (node && isContainer(node) && node.members.has(name)) return `${parent}.${name}`
  }
  return null
}

/** A name that begins with the given one. */
const longer = (name: string, container: Container): string | undefined =>
  namesOf(container).find(known => name.length > 2 && known.startsWith(name))

/** Nested containers that are searched first. */
const usualParents = ['marker', 'line', 'title', 'font', 'number']

const names = new WeakMap<Container, readonly string[]>()

function namesOf(container: Container): readonly string[] {
  let known = names.get(container)
  if (!known) {
    known = [...container.members.keys()]
    names.set(container, known)
  }
  return known
}
