/** Messages about values of the wrong kind, each with a remedy. */

import type { Container } from '../../../plotly/schema/schema.ts'
import { shortened } from '../faults.ts'
import { booleans, type FigureTree, kinds, none, type Place } from '../tree/figure-tree.ts'

/** The name of a kind in messages. */
export function kindName(kind: number): string {
  if (kind === kinds.null) return 'null'
  if (kind === kinds.object) return 'an object'
  if (kind === kinds.array) return 'an array'
  if (kind & booleans) return 'a boolean'
  return kind === kinds.string ? 'a string' : 'a number'
}

/** A trace in messages, such as `an indicator trace`. */
export const traceName = (type: string): string => `${/^[aeio]/.test(type) ? 'an' : 'a'} ${type} trace`

/** Whether it is an empty array, which some languages write for an empty object. */
export const isEmptyArray = (tree: FigureTree, place: Place): boolean =>
  tree.is(place, kinds.array) && tree.count(place) === 0

/** The remedy for arrays with a single value, which R writes by default. */
export const unboxed = 'send the value without brackets (in R: toJSON(…, auto_unbox = TRUE))'

/** The value, shortened for a message. */
export function quoted(tree: FigureTree, place: Place): string {
  if (!tree.is(place, kinds.object | kinds.array))
    return shortened(
      tree.bytes.toString('utf8', tree.start(place), Math.min(tree.end(place), tree.start(place) + 200)),
    )
  return kindName(tree.kind(place))
}

/** For another value where an object is required, such as `marker: 5`. */
export function mustBeObject(tree: FigureTree, place: Place, container: Container): string {
  const got = `got ${quoted(tree, place)}`
  const name = tree.index(place) === -1 ? tree.key(place) : ''
  if (/axis\d*$/.test(name) && tree.is(place, kinds.string))
    return `must be an object, ${got}; for a title send {"title": {"text": ${shortened(tree.text(place))}}}`
  if (/^legend\d*$/.test(name) && tree.is(place, booleans))
    return `must be an object, ${got}; to show or hide it send layout.showlegend`
  return `must be an object, such as ${exampleOf(tree, place, container)}, ${got}`
}

/** The members that a value of another kind probably means. */
const likely: readonly (readonly [kind: number, names: readonly string[]])[] = [
  [booleans, ['visible', 'enabled', 'show']],
  [kinds.array, ['array', 'values']],
  [kinds.number, ['reference', 'value', 'size', 'l', 'width']],
  [kinds.string, ['type', 'family', 'packing', 'shape', 'prefix']],
  [~0, ['text', 'color', 'size', 'value', 'title']],
]

function exampleOf(tree: FigureTree, place: Place, container: Container): string {
  for (const [kind, names] of likely) {
    const name = tree.is(place, kind) ? names.find(each => container.members.has(each)) : undefined
    if (name === undefined) continue
    const value = tree.is(place, booleans) && kind === booleans ? quoted(tree, place) : '…'
    return `{${JSON.stringify(name)}: ${value}}`
  }
  const [first = ''] = container.members.keys()
  return `{${JSON.stringify(first)}: …}`
}

/** For another value where an array of objects is required. */
export const mustBeObjectArray = (tree: FigureTree, place: Place): string =>
  tree.is(place, kinds.object)
    ? 'must be an array of objects; put this one into brackets: [{…}]'
    : `must be an array of objects, got ${quoted(tree, place)}`

/** For an array that contains other values than objects. */
export function mustHoldObjects(tree: FigureTree, place: Place): string {
  const other = [kinds.string, kinds.number, kinds.true, kinds.false, kinds.array].find(
    kind => tree.mask(place) & kind,
  )
  return `must contain only objects, but contains ${kindName(other ?? kinds.null)}`
}

/** For data that is not an array. */
export function mustBeArray(tree: FigureTree, place: Place): string {
  const got = `must be an array, got ${quoted(tree, place)}`
  if (tree.is(place, kinds.object)) {
    if (isIndexed(tree, place))
      return `${got} with row numbers as names (what pandas' to_json and to_dict make); send its values: series.tolist(), or orient="list"`
    return `${got}; send the values as [ … ], or a typed array as {"dtype", "bdata"}`
  }
  if (tree.is(place, kinds.string) && /^"\s*(?:\[|[-+.\d]+\s*[,;])/.test(quoted(tree, place)))
    return `${got}; send the values as numbers in brackets, not as a text`
  return isOfRow(tree, place)
    ? `${got}; send one trace with a list for each column of the table, not a trace for each row`
    : `${got}; put it into brackets: [ … ]`
}

/** Whether it belongs to a trace that is a row of a table, like the next or previous one. */
function isOfRow(tree: FigureTree, place: Place): boolean {
  const [row, name] = [tree.parent(place), tree.key(place)]
  if (tree.index(row) === -1 || tree.member(row, 'type') !== none) return false
  const other = tree.index(row) === 0 ? tree.next(row) : tree.first(tree.parent(row))
  return other !== none && tree.is(tree.member(other, name), kinds.string | kinds.number)
}

/** Whether the first names are row numbers, as in pandas' dict form. */
function isIndexed(tree: FigureTree, place: Place): boolean {
  const first = tree.first(place)
  return first !== -1 && /^\d+$|^\d{4}-\d\d-\d\d/.test(tree.key(first))
}
