/** Checks a part of a figure against the charting library's schema. */

import { entryOf } from '../../../../plotly/json.ts'
import { usualName } from '../../../../plotly/schema/older-spellings.ts'
import { uninterpretedArrays } from '../../../../plotly/schema/point-arrays.ts'
import {
  type Attribute,
  type Container,
  isContainer,
  type List,
  layoutSchema,
  memberOf,
  type SchemaNode,
} from '../../../../plotly/schema/schema.ts'
import { booleans, containers, type FigureTree, kinds, none, type Place } from '../../tree/figure-tree.ts'
import { checkTextLength } from '../costs/long-texts.ts'
import { checkTypedArray, isTypedArray } from '../data/typed-arrays.ts'
import type { Findings } from '../findings.ts'
import {
  isEmptyArray,
  kindName,
  mustBeArray,
  mustBeObject,
  mustBeObjectArray,
  mustHoldObjects,
} from '../messages.ts'
import type { Walk } from '../views.ts'
import { checkAnyValue } from './any-values.ts'
import { checkCount, checkTickCount } from './counts.ts'
import { checkFormat } from './formats.ts'
import { checkIncomplete } from './incomplete.ts'
import { checkMarkup } from './markup.ts'
import { unknownAttribute } from './unknown.ts'
import { checkTypedValue, checkValue, takesRows } from './values.ts'

/** The maximum number of members of an object. Even a layout with a thousand subplots has fewer. */
export const maxMembers = 2_000

/** The maximum number of annotations, shapes and the like. */
const maxItems = 10_000

export const tooManyMembers = (count: number) =>
  `has ${count} attributes, more than ${maxMembers}; send only those that the charting library knows`

/**
 * Checks the members of an object recursively. Warns of members that the schema does not know, and suggests the nearest
 * name.
 */
export function checkContainer(walk: Walk, place: Place, container: Container): void {
  const { tree } = walk.findings
  if (tree.count(place) > maxMembers) {
    walk.findings.error(place, tooManyMembers(tree.count(place)))
    return
  }
  // The axes of templates have no data to count steps in.
  if (container.steps && !(walk.onlyErrors && walk.owner === 'layout'))
    walk.findings.stepped.push({ place, kind: container.steps, isHidden: walk.isHidden === true })
  for (let child = tree.first(place); child !== none; child = tree.next(child)) {
    // Null means absent.
    if (tree.kind(child) === kinds.null) continue
    const name = tree.key(child)
    const node = memberOf(container, container === layoutSchema ? readAs(tree, place, name) : name)
    if (node) checkNode(walk, child, node)
    else if (!walk.onlyErrors && !walk.findings.enough) unknownAttribute(walk, child, name, container)
  }
}

/** The name as which the library reads a member of a layout; the member itself if there is one of that name, too. */
function readAs(tree: FigureTree, layout: Place, name: string): string {
  const usual = usualName(name)
  return usual === name || tree.find(layout, usual) === none ? usual : name
}

function checkNode(walk: Walk, place: Place, node: SchemaNode): void {
  if (node.kind === 'container') checkObject(walk, place, node)
  else if (node.kind === 'list') checkList(walk, place, node)
  else checkAttribute(walk, place, node)
}

/** Titles may be given as plain texts (`src/browser/figure/titles.ts`). */
const titleKinds: Readonly<Record<string, number>> = {
  title: kinds.string | kinds.number,
  subtitle: kinds.string,
  legendgrouptitle: kinds.string,
}

function checkObject(walk: Walk, place: Place, container: Container): void {
  const { findings } = walk
  const { tree } = findings
  if (tree.is(place, kinds.object)) checkContainer(walk, place, container)
  else if (isEmptyArray(tree, place)) return
  else if (tree.is(place, entryOf(titleKinds, tree.key(place)) ?? 0)) {
    if (!walk.onlyErrors && tree.is(place, kinds.string)) checkMarkup(findings, place)
  } else findings.error(place, () => mustBeObject(tree, place, container))
}

function checkList(walk: Walk, place: Place, { item }: List): void {
  const { findings } = walk
  const { tree } = findings
  if (!tree.is(place, kinds.array)) {
    findings.error(place, () => mustBeObjectArray(tree, place))
    return
  }
  if (tree.count(place) > maxItems) {
    findings.error(place, `${tree.count(place)} are more than can be drawn; send at most ${maxItems}`)
    return
  }
  if (tree.mask(place) & ~(kinds.object | kinds.null))
    findings.error(place, () => mustHoldObjects(tree, place))
  if (!isContainer(item)) return
  if (!walk.onlyErrors) checkIncomplete(findings, place)
  for (let child = tree.first(place); child !== none; child = tree.next(child))
    checkContainer(walk, child, item)
}

const counted: ReadonlySet<string> = new Set(['integer', 'number', 'string'])

function checkAttribute(walk: Walk, place: Place, attribute: Attribute): void {
  const { findings, onlyErrors, isHidden } = walk
  const { tree } = findings
  const ofCounts = isHidden ? findings.ofHidden : findings
  const kind = tree.kind(place)
  if (counted.has(attribute.kind)) checkCount(ofCounts, place, attribute)
  if (attribute.kind === 'data_array' && tree.key(place) === 'tickvals') checkTickCount(ofCounts, place)
  if (attribute.kind === 'string' && !onlyErrors) checkTextLength({ tree, findings }, place)
  if (!onlyErrors) checkFormat(walk, place, attribute)
  if (kind === kinds.object && isTypedArray(tree, place)) {
    checkTypedArray(findings, place)
    if (!onlyErrors && !findings.enough) checkTypedValue(findings, place, attribute)
  } else if (attribute.kind === 'data_array') {
    if (kind !== kinds.array) findings.error(place, () => mustBeArray(tree, place))
    else checkElementKinds(findings, place)
  } else if (
    attribute.kind === 'string' &&
    isName(findings, place) &&
    kind & (booleans | kinds.object | kinds.array)
  ) {
    findings.error(place, `must be a string, got ${kindName(kind)}`)
  } else if (
    kind === kinds.array &&
    attribute.arrayOk &&
    tree.mask(place) & kinds.object &&
    attribute.kind !== 'any'
  ) {
    findings.error(place, 'must contain one value for each point, but contains an object')
  } else if (
    kind === kinds.array &&
    attribute.arrayOk &&
    tree.mask(place) & kinds.array &&
    onePerPoint.has(attribute.kind) &&
    !takesRows(tree, place)
  ) {
    findings.error(place, 'must contain one value for each point, but contains an array')
  } else if (!onlyErrors && !findings.enough) {
    if (attribute.kind === 'any') checkAnyValue(findings, place)
    else checkValue(findings, place, attribute)
  }
}

/** Kinds whose elements must not be arrays, on which the library fails. */
const onePerPoint: ReadonlySet<string> = new Set(['number', 'integer', 'angle', 'enumerated', 'flaglist'])

/** Whether it is the name of a trace, which must be a string because other parts of the service use it. */
const isName = ({ tree }: Findings, place: Place) =>
  tree.index(tree.parent(place)) !== -1 && tree.key(place) === 'name'

/** Refuses data with objects, and with both values and rows, on which the library fails. */
function checkElementKinds(findings: Findings, place: Place): void {
  const { tree } = findings
  const mask = tree.mask(place)
  if (!(mask & containers) || uninterpretedArrays.has(tree.key(place)) || takesRows(tree, place)) return
  if (mask & kinds.object) findings.error(place, 'must contain values, but contains an object')
  else if (mask & (kinds.number | kinds.string | kinds.null | booleans))
    findings.error(place, 'mixes values and rows; send only rows: [[ … ], [ … ]], or only values')
}
