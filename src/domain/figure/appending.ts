/** The rules of an append: what of a request fits the figure that is there (contract, "Versions"). */

import { payloadTooLarge } from '../../errors/errors.ts'
import { isPointArray, speakOfSamePoints, takesObjects } from '../../plotly/point-arrays.ts'
import type { AppendRequest, NewValues, PointSet } from './append-request.ts'
import { maxPoints } from './check/budgets.ts'
import { Faults, shortened } from './faults.ts'
import { nearest } from './nearest.ts'
import type { Extension, Segment } from './segment.ts'
import { bytesOf, type FigureShape, pointsOf, type TraceShape } from './shape.ts'

/** A figure that grew beyond this could be read by nobody in good time. */
const maxBytes = 64 * 1024 * 1024

/**
 * What the request adds to a figure of that shape. Throws `invalid_figure` with every fault, or `payload_too_large`
 * where the figure would grow beyond what can be read.
 */
export function planAppend(shape: FigureShape, { points, keep }: AppendRequest): Segment {
  const faults = new Faults()
  const extensions: Extension[] = []
  const named = new Set<string>()
  for (const [i, set] of points.entries()) {
    const at = `points[${i}]`
    const index = placeOf(shape, set, `${at}.trace`, faults)
    const trace = shape.traces[index]
    if (!trace) continue
    checkArrays(trace, set, at, faults)
    for (const { path, count, items } of set.arrays) {
      if (named.has(`${index} ${path}`))
        faults.add(`${at}.${path}`, 'has values in another set of this request; join them')
      named.add(`${index} ${path}`)
      if (count > 0) extensions.push({ trace: index, path, count, items })
    }
  }
  faults.throwIfAny()
  const segment = { extensions, keep }
  checkSize(shape, segment)
  return segment
}

/** Its place in `data`; -1, and a fault, where there is no such trace. */
function placeOf({ traces }: FigureShape, { trace }: PointSet, at: string, faults: Faults): number {
  if (typeof trace === 'number') {
    if (trace < traces.length) return trace
    const last = traces.length - 1
    faults.add(
      at,
      last < 0
        ? 'the figure has no traces; send it anew with PUT'
        : `there is no trace ${trace}; the last one is ${last}`,
    )
    return -1
  }
  const found = traces.flatMap(({ name }, i) => (name === trace ? [i] : []))
  if (found.length === 1) return found[0] as number
  const quoted = JSON.stringify(shortened(trace))
  if (found.length > 1) {
    faults.add(
      at,
      `the traces ${found.slice(0, 10).join(', ')} are all named ${quoted}; name one by its place`,
    )
    return -1
  }
  const names = traces.flatMap(({ name }) => (name === null ? [] : [name]))
  const near = nearest(trace, names.slice(0, 200))
  const hint = near ? `did you mean ${JSON.stringify(near)}?` : 'name one by its place in data, from 0'
  faults.add(at, `there is no trace named ${quoted}; ${hint}`)
  return -1
}

function checkArrays(trace: TraceShape, { arrays }: PointSet, at: string, faults: Faults): void {
  for (const values of arrays) {
    const fault = faultOf(trace, values)
    if (fault) faults.add(`${at}.${values.path}`, fault)
  }
  checkNoneLeftBehind(trace, arrays, at, faults)
}

function faultOf({ type, arrays, typed, single }: TraceShape, { path, objects }: NewValues): string | null {
  if (typed.has(path))
    return 'is a typed array (bdata), which takes no appends; send the figure once with PUT, this array as plain numbers'
  if (!isPointArray(type, path)) {
    const near = nearest(
      path,
      [...arrays.keys()].filter(name => isPointArray(type, name)),
    )
    return `is no array of a ${type} trace${near ? `; did you mean ${near}?` : ''}`
  }
  if (objects && !takesObjects(type, path)) return 'must hold values, but holds an object'
  if (arrays.has(path)) return null
  return single.has(path)
    ? 'is one value for all points of this trace; send the figure once with PUT, this as an array'
    : 'is not in this trace; send the figure once with PUT, this as an array (it may be empty)'
}

/**
 * An array with one value for each point must grow with the others, or the library draws the new points without
 * it, or not at all. Rows of a grid have a length of their own.
 */
function checkNoneLeftBehind(
  trace: TraceShape,
  arrays: readonly NewValues[],
  at: string,
  faults: Faults,
): void {
  if (arrays.length === 0 || arrays.some(({ nested }) => nested)) return
  const given = new Map(arrays.map(({ path }) => [path, trace.arrays.get(path)?.count]))
  const lengths = new Set(given.values())
  if (lengths.size > 1) {
    const told = [...given].map(([path, count]) => `${path} has ${count ?? 0}`).join(', ')
    faults.add(at, `these arrays have not the same length now (${told}); send the figure anew with PUT`)
    return
  }
  const [length] = lengths
  if (!length) return
  for (const [path, { count }] of trace.arrays) {
    if (count !== length || given.has(path) || !isPointArray(trace.type, path)) continue
    if (!arrays.some(each => speakOfSamePoints(trace.type, each.path, path))) continue
    faults.add(
      `${at}.${path}`,
      `required: ${path} has one value for each point of this trace; send null where there is none`,
    )
  }
}

function checkSize(shape: FigureShape, { extensions, keep }: Segment): void {
  const faults = new Faults()
  const longest = new Map<number, number>()
  for (const { trace, path, count } of extensions) {
    const now = shape.traces[trace]?.arrays.get(path)?.count ?? 0
    const then = keep === null ? now + count : Math.min(now + count, keep)
    longest.set(trace, Math.max(longest.get(trace) ?? 0, then - now))
  }
  const points = pointsOf(shape) + [...longest.values()].reduce((sum, more) => sum + more, 0)
  if (points > maxPoints)
    faults.add('points', `the figure would have ${points} points, more than ${maxPoints}; give keep`)
  faults.throwIfAny()
  const more = extensions.reduce((sum, { items }) => sum + Buffer.byteLength(items), 0)
  if (keep === null && bytesOf(shape) + more > maxBytes)
    throw payloadTooLarge(
      `the figure would have more than ${maxBytes} bytes; give keep, or begin another graph`,
    )
}
