/** Warns of attributes that the charting library does not know and ignores. */

import { entryOf } from '../../../../plotly/json.ts'
import { type Container, isContainer, memberOf, traceSchema } from '../../../../plotly/schema.ts'
import { namedElsewhere } from '../../../../plotly/trace-data.ts'
import { nearest } from '../../nearest.ts'
import { none, type Place } from '../../tree/figure-tree.ts'
import type { Walk } from '../views.ts'

/** Names of earlier releases and other libraries, with their current equivalents. */
const renamed: Readonly<Record<string, string>> = {
  mapbox: 'map (its style names stay, accesstoken goes)',
  titlefont: 'title.font',
  titleposition: 'title.position',
  titleside: 'title.side',
  titleoffset: 'title.standoff',
  bardir: 'orientation',
  bargrouping: 'barmode',
  label: 'name',
  linewidth: 'line.width',
  fillColor: 'fillcolor',
  opacities: 'opacity',
  xlabel: 'xaxis.title',
  ylabel: 'yaxis.title',
  transforms: '',
}

/** The same, for equivalents that are a value of another attribute. */
const saidBy: Readonly<Record<string, readonly [attribute: string, how: string]>> = {
  min: ['range', 'range: [from, to]'],
  max: ['range', 'range: [from, to]'],
  limits: ['range', 'range: [from, to]'],
  position: ['orientation', 'x, y and orientation'],
  left: ['l', '"l"'],
  right: ['r', '"r"'],
  top: ['t', '"t"'],
  bottom: ['b', '"b"'],
}

function otherName(name: string, container: Container): string | undefined {
  const [attribute = '', how] = entryOf(saidBy, name) ?? []
  return container.members.has(attribute) ? how : entryOf(renamed, name)
}

/** Matches bookkeeping attributes of plotly.js, R, Python and Chart Studio, which never affect the drawing. */
const bookkeeping =
  /^(?:_|hoverinfosrc$|.*src$|uid$|stream$|evaluate$|autobin[xy]$|inherit$|set$|frame$|key$|isSimpleKey$|isNestedKey$|crosstalk|alpha_stroke$|source$)/

export function unknownAttribute(
  { findings, owner }: Walk,
  place: Place,
  name: string,
  container: Container,
): void {
  if (bookkeeping.test(name) || isSaidTwice(findings, place, owner, name)) return
  findings.warn(place, () => {
    const near = name.length > longestName ? null : meant(owner, name, container)
    const hint = near ? `; did you mean ${near}?` : ''
    return `${ownerName(owner)} has no such attribute here, so it is ignored${hint}`
  })
}

/** Longer names are not compared with known ones. */
const longestName = 100

const meant = (owner: string, name: string, container: Container): string | null =>
  nameHere(owner, name, container) ??
  joined(name, container) ??
  otherName(name, container) ??
  suggestion(name, container)

/** Whether it is the old name of a map attribute, which plotly 5 and 6 for Python write in addition to the new one. */
const isSaidTwice = ({ tree }: Walk['findings'], place: Place, owner: string, name: string): boolean =>
  owner === 'layout' && name === 'mapbox' && tree.member(tree.parent(place), 'map') !== none

/** The name of this trace type for an attribute of another type. */
const nameHere = (owner: string, name: string, container: Container): string | undefined =>
  traceSchema(owner) === container ? entryOf(namedElsewhere[owner] ?? {}, name) : undefined

const ownerName = (owner: string) => (owner === 'layout' ? 'the layout' : `a ${owner} trace`)

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

/** The nearest name in the container, or the same name one level deeper. */
function suggestion(name: string, container: Container): string | null {
  const near = nearest(name, namesOf(container))
  if (near) return JSON.stringify(near)
  const longer = namesOf(container).find(known => name.length > 2 && known.startsWith(name))
  if (longer) return JSON.stringify(longer)
  for (const parent of [...usualParents, ...container.members.keys()]) {
    const node = container.members.get(parent)
    if (node && isContainer(node) && node.members.has(name)) return `${parent}.${name}`
  }
  return null
}

/** Nested containers that are searched first. */
const usualParents = ['marker', 'line', 'title', 'font']

const names = new WeakMap<Container, readonly string[]>()

function namesOf(container: Container): readonly string[] {
  let known = names.get(container)
  if (!known) {
    known = [...container.members.keys()]
    names.set(container, known)
  }
  return known
}
