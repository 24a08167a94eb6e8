/** Checks the attributes that a button or a slider step changes, with their values. */

import {
  type Attribute,
  type Container,
  layoutSchema,
  traceSchema,
} from '../../../../plotly/schema/schema.ts'
import { quotedValue, shortened } from '../../faults.ts'
import { containers, type FigureTree, kinds, none, type Place } from '../../tree/figure-tree.ts'
import { isBookkeeping, ownerName, remedyFor } from '../schema/unknown.ts'
import { explain } from '../schema/value-reasons.ts'
import { isAccepted } from '../schema/values.ts'
import { type Found, follow, type Unknown } from './attribute-paths.ts'

/** What a change is applied to: the layout, or traces of these types. */
export interface Target {
  readonly owners: readonly string[]
  /** Whether an array has one value for each trace. */
  readonly perTrace: boolean
  /** The number of traces; 0 for the layout. */
  readonly count: number
}

/** Takes the warnings about controls. */
export interface ControlWarnings {
  /** Whether no more are taken. */
  readonly enough: boolean
  /** Warns of a place, or of what is below it. */
  warn(place: Place, message: string, ...below: readonly number[]): void
}

/** Longer values are not read. */
const longestValue = 10_000

const layoutOwner = 'layout'

const schemaOf = (owner: string): Container | undefined =>
  owner === layoutOwner ? layoutSchema : traceSchema(owner)

/** Checks the members of an object of changes, and of objects in it. `path` leads to the object. */
export function checkChanges(
  tree: FigureTree,
  warnings: ControlWarnings,
  changes: Place,
  target: Target,
  path = '',
  depth = 0,
): void {
  const perTrace = target.perTrace && depth === 0
  for (let change = tree.first(changes); change !== none && !warnings.enough; change = tree.next(change)) {
    if (tree.is(change, kinds.null)) continue
    const at = `${path}${tree.key(change)}`
    const found = find(at, target)
    if (found === null) continue
    if ('unknown' in found) warnings.warn(change, found.unknown)
    else if (at === 'visible' && isRepeated(tree, change, target))
      warnings.warn(change, repeated(tree.count(change), target.count))
    else if (tree.is(change, kinds.object)) checkParts(change, `${at}.`, found)
    else if (tree.is(change, kinds.array) && tree.mask(change) & kinds.object) {
      for (let each = tree.first(change); each !== none; each = tree.next(each))
        checkParts(each, perTrace ? `${at}.` : `${at}[0].`, found)
    } else if (tree.end(change) - tree.start(change) <= longestValue) {
      const message = faultOf(tree.value(change), found.attributes, perTrace)
      if (message) warnings.warn(change, message)
    } else if (perTrace && isFlat(tree, change, found.attributes)) warnings.warn(change, flat)
  }

  /** Values of attributes, such as `meta` and typed arrays, have members that the schema does not know. */
  function checkParts(part: Place, below: string, { attributes }: Known): void {
    if (attributes.length === 0 && depth < 8) checkChanges(tree, warnings, part, target, below, depth + 1)
  }
}

/** Whether a list has fewer values than there are traces. A single value is for all of them. */
const isRepeated = (tree: FigureTree, values: Place, { perTrace, count }: Target): boolean =>
  perTrace && tree.is(values, kinds.array) && tree.count(values) > 1 && tree.count(values) < count

const repeated = (given: number, traces: number) =>
  `has ${given} values for ${traces} traces, so they are repeated for the others; send one for each trace`

/** The same for a change of one attribute: its path and its value, as read from the first two arguments. */
export function checkChange(
  warnings: ControlWarnings,
  args: Place,
  [path, value]: readonly [string, unknown],
  target: Target,
): void {
  const found = find(path, target)
  if (found === null || value === null) return
  if ('unknown' in found) {
    warnings.warn(args, found.unknown, 0)
    return
  }
  const message = faultOf(value, found.attributes, target.perTrace)
  if (message) warnings.warn(args, message, 1)
}

interface Known {
  /** One for each owner that has it. Empty if the path leads to an object, or into a value. */
  readonly attributes: readonly Attribute[]
}

/** What all owners have at this path. Null if it is not checked, a message if none of them has it. */
function find(path: string, { owners }: Target): Known | { unknown: string } | null {
  if (path.length > 200 || path.startsWith('LAYOUT')) return null
  const results = owners.flatMap(owner => {
    const schema = schemaOf(owner)
    return schema ? [[owner, follow(schema, path)] as const] : []
  })
  const known = results.flatMap(([, result]) => ('unknown' in result ? [] : [result]))
  if (known.length > 0) return { attributes: attributesOf(known) }
  const [first] = results
  if (!first || !('unknown' in first[1]) || isBookkeeping(first[1].unknown)) return null
  return { unknown: unknownPath(path, first[0], first[1]) }
}

function attributesOf(found: readonly Found[]): readonly Attribute[] {
  const attributes = found.flatMap(({ attribute }) => attribute ?? [])
  return attributes.length === found.length ? attributes : []
}

function unknownPath(path: string, owner: string, { unknown, container }: Unknown): string {
  const name = JSON.stringify(shortened(path))
  const elsewhere =
    owner !== layoutOwner && 'attribute' in follow(layoutSchema, path)
      ? '; it belongs to the layout: use the method relayout, or the second argument of update'
      : remedyFor(owner, unknown, container)
  return `${ownerName(owner)} has no attribute ${name}, so nothing changes${elsewhere}`
}

const flat =
  'gives each trace one value of the list; for a list in each trace, enclose it in brackets once more: [[…]]'

function faultOf(value: unknown, attributes: readonly Attribute[], perTrace: boolean): string | null {
  const [first] = attributes
  if (!first) return null
  if (perTrace && Array.isArray(value)) {
    if (attributes.every(({ kind }) => kind === 'data_array'))
      return value.length > 0 && value.every(isScalar) && value.some(each => each !== null) ? flat : null
    const wrong = value.find(each => isScalar(each) && each !== null && !isAcceptedByOne(each, attributes))
    return wrong === undefined ? null : explain(wrong, first, JSON.stringify(wrong))
  }
  if (first.kind === 'data_array' || isAcceptedByOne(value, attributes)) return null
  return explain(value, first, quotedValue(value))
}

const isScalar = (value: unknown) => typeof value !== 'object' || value === null

const isAcceptedByOne = (value: unknown, attributes: readonly Attribute[]) =>
  attributes.some(attribute => isAccepted(value, attribute))

const isFlat = (tree: FigureTree, list: Place, attributes: readonly Attribute[]) =>
  attributes.length > 0 &&
  attributes.every(({ kind }) => kind === 'data_array') &&
  tree.is(list, kinds.array) &&
  (tree.mask(list) & (containers | kinds.null)) === 0
