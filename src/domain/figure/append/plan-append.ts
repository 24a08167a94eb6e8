/** Checks an append against the stored figure (contract, "Versions"). */

import { payloadTooLarge } from '../../../errors/errors.ts'
import { describeSamePoints, isPointArray, takesObjects } from '../../../plotly/schema/point-arrays.ts'
import { maxPoints } from '../check/costs/budgets.ts'
import { Faults, shortened, type Text } from '../faults.ts'
import { nearest } from '../nearest.ts'
import type { AppendRequest, NewValues, PointSet } from './append-request.ts'
import { bytesOf, type FigureShape, pointsOf, type TraceShape } from './figure-shape.ts'
import type { Extension, Segment } from './segment.ts'

/** The largest size that a figure may grow to, so that it can still be read in reasonable time. */
const maxBytes = 64 * 1024 * 1024

/**
 * Plans an append to a figure of that shape. Throws `invalid_figure` with every fault, or `payload_too_large` if the
 * figure would grow too large.
 */
export function planAppend(shape: FigureShape, { points, keep }: AppendRequest): Segment {
  const faults = new Faults()
  const extensions: Extension[] = []
  const named = new Set<string>()
  const placeOf = createPlaces(shape, faults)
  for (const [i, set] of points.entries()) {
    const at = `points[${i}]`
    const index = placeOf(set, `${at}.trace`)
    const trace = shape.traces[index]
    if (!trace) continue
    checkArrays(trace, set, at, faults)
    for (const { path, count, items } of set.arrays) {
      if (named.has(`${index} ${path}`))
        faults.add(`${at}.${path}`, 'appears in two sets of this request; join them')
      named.add(`${index} ${path}`)
      if (count > 0) extensions.push({ trace: index, path, count, items })
    }
  }
  faults.throwIfAny()
  const segment = { extensions, keep }
  checkSize(shape, segment)
  return segment
}

/** How many names an unknown name is compared with. */
const maxCompared = 30
/** How many traces or arrays one message lists. */
const maxListed = 10

/** Returns a function that finds a point set's trace in `data`. It reports a fault and returns -1 if there is none. */
function createPlaces({ traces }: FigureShape, faults: Faults) {
  let byName: ReadonlyMap<string | null, readonly number[]> | null = null

  return function placeOf({ trace }: PointSet, at: string): number {
    if (typeof trace === 'number') {
      if (trace < traces.length) return trace
      faults.add(at, () => noPlace(trace, traces.length - 1))
      return -1
    }
    byName ??= placesByName(traces)
    const found = byName.get(trace) ?? []
    if (found.length === 1) return found[0] as number
    faults.add(at, () => (found.length > 1 ? severalNamed(trace, found) : noneNamed(trace, traces)))
    return -1
  }
}

function placesByName(traces: readonly TraceShape[]): ReadonlyMap<string | null, readonly number[]> {
  const places = new Map<string | null, number[]>()
  for (const [i, { name }] of traces.entries()) {
    const same = places.get(name)
    if (same) same.push(i)
    else places.set(name, [i])
  }
  return places
}

const noPlace = (trace: number, last: number) =>
  last < 0
    ? 'the figure has no traces; replace the figure'
    : `there is no trace ${trace}; the last trace is ${last}`

const severalNamed = (name: string, places: readonly number[]) =>
  `the traces ${places.slice(0, maxListed).join(', ')} are all named ${JSON.stringify(shortened(name))}; name one by its index`

function noneNamed(name: string, traces: readonly TraceShape[]): string {
  const names = traces.slice(0, maxCompared).flatMap(trace => (trace.name === null ? [] : [trace.name]))
  const near = nearest(name, names)
  const hint = near ? `did you mean ${JSON.stringify(near)}?` : 'name one by its index in data, from 0'
  return `there is no trace named ${JSON.stringify(shortened(name))}; ${hint}`
}

function checkArrays(trace: TraceShape, { arrays }: PointSet, at: string, faults: Faults): void {
  const wrong = new Set<string>()
  for (const values of arrays) {
    const fault = faultOf(trace, values)
    if (fault === null) continue
    faults.add(`${at}.${values.path}`, fault)
    wrong.add(values.path)
  }
  checkNoneLeftBehind(trace, arrays, wrong, (path, message) => faults.add(`${at}${path}`, message))
}

function faultOf({ type, arrays, typed, single }: TraceShape, { path, objects }: NewValues): Text | null {
  if (typed.has(path))
    return 'is a typed array (bdata), to which nothing can be appended; replace the figure once, with this array as plain numbers'
  if (!isPointArray(type, path)) return () => noPointArray(type, path, arrays)
  if (objects && !takesObjects(type, path)) return 'must contain values, but contains an object'
  if (arrays.has(path)) return null
  return single.has(path)
    ? 'is a single value for all points of this trace; replace the figure once, with this as an array'
    : 'does not exist in this trace; replace the figure once, with this as an array (it may be empty)'
}

function noPointArray(type: string, path: string, arrays: TraceShape['arrays']): string {
  const names = [...arrays.keys()].filter(name => isPointArray(type, name))
  const near = nearest(path, names)
  return `is not an array of a ${type} trace${near ? `; did you mean ${near}?` : ''}`
}

/**
 * All arrays with one value per point must grow together, or the library draws the new points incompletely or not at
 * all. Grids are exempt, because their rows have a length of their own, and arrays that were reported (`wrong`).
 */
function checkNoneLeftBehind(
  trace: TraceShape,
  arrays: readonly NewValues[],
  wrong: ReadonlySet<string>,
  add: (path: string, message: Text) => void,
): void {
  const right = arrays.filter(({ path }) => !wrong.has(path))
  if (right.length === 0 || right.some(({ nested }) => nested)) return
  const given = new Map(right.map(({ path }) => [path, trace.arrays.get(path)?.count]))
  const lengths = new Set(given.values())
  if (lengths.size > 1) {
    add('', () => {
      const listed = [...given].slice(0, maxListed).map(([path, count]) => `${path} has ${count ?? 0}`)
      return `these arrays do not have the same length now (${listed.join(', ')}); replace the figure`
    })
    return
  }
  const [length] = lengths
  if (!length) return
  for (const [path, { count }] of trace.arrays) {
    if (count !== length || given.has(path) || wrong.has(path) || !isPointArray(trace.type, path)) continue
    if (!right.some(each => describeSamePoints(trace.type, each.path, path))) continue
    add(
      `.${path}`,
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
