/**
 * The shape of a stored figure: its traces and the lengths of their arrays, without values. It is cached and updated
 * with each append, so that the cost of an append grows with the new points and not with the figure.
 */

import { MemberScanner } from '../json/members.ts'
import { scan } from '../json/scan.ts'
import { utf8Of } from '../text.ts'
import type { Segment } from './segment.ts'

export interface ArrayShape {
  count: number
  /** The size of its text. An estimate if values were dropped, since their sizes are not known. */
  bytes: number
}

export interface TraceShape {
  /** The trace's name; a number as its digits. */
  name: string | null
  /** The trace type; default: scatter. */
  type: string
  /** The arrays by path, such as `x` or `marker.size`. */
  readonly arrays: Map<string, ArrayShape>
  /** The paths of typed arrays (`bdata`). */
  readonly typed: Set<string>
  /** The paths of single values. */
  readonly single: Set<string>
}

export interface FigureShape {
  readonly traces: readonly TraceShape[]
}

/** The maximum number of paths kept per trace. No trace type has more; odd figures may have a million. */
export const namesOfATrace = 400

/** The shape of a stored, and therefore valid, `data` text. */
export function shapeOf(data: string | Uint8Array): FigureShape {
  const bytes = utf8Of(data)
  const traces: TraceShape[] = []
  const scanner = new MemberScanner(bytes, null, ({ item, path, isArray, start, end, count }) => {
    traces[item] ??= emptyTrace()
    const trace = traces[item]
    const { arrays, typed, single } = trace
    if (isArray) {
      if (arrays.size < namesOfATrace) arrays.set(path, { count, bytes: end - start - 2 })
    } else if (path === 'name' || path === 'type') {
      const value: unknown = JSON.parse(bytes.toString('utf8', start, end))
      if (path === 'type') trace.type = typeof value === 'string' ? value : 'scatter'
      else trace.name = typeof value === 'string' || typeof value === 'number' ? String(value) : null
    } else if (path.endsWith('.bdata')) {
      if (typed.size < namesOfATrace) typed.add(path.slice(0, -'.bdata'.length))
    } else if (single.size < namesOfATrace) single.add(path)
  })
  scan(bytes, scanner)
  // Traces without members are not reported by the scanner, only counted.
  return { traces: Array.from({ length: scanner.items }, (_, i) => traces[i] ?? emptyTrace()) }
}

const emptyTrace = (): TraceShape => ({
  name: null,
  type: 'scatter',
  arrays: new Map(),
  typed: new Set(),
  single: new Set(),
})

/** The number of points as the limit counts them: the sum of the longest arrays of all traces. */
export const pointsOf = ({ traces }: FigureShape): number =>
  traces.reduce((sum, { arrays }) => sum + Math.max(0, ...[...arrays.values()].map(({ count }) => count)), 0)

/** The bytes of the texts of all arrays, an estimate after values were dropped. */
export const bytesOf = ({ traces }: FigureShape): number =>
  traces.reduce((sum, { arrays }) => sum + [...arrays.values()].reduce((n, { bytes }) => n + bytes, 0), 0)

/** Updates the shape in place for a segment that was checked against it. Returns a function that undoes this. */
export function growShape({ traces }: FigureShape, { extensions, keep }: Segment): () => void {
  const before: (readonly [ArrayShape, ArrayShape])[] = []
  for (const { trace, path, count, items } of extensions) {
    const array = traces[trace]?.arrays.get(path)
    if (!array) continue
    before.push([array, { ...array }])
    array.count += count
    array.bytes += Buffer.byteLength(items) + 1
    if (keep === null || array.count <= keep) continue
    array.bytes = Math.round((array.bytes * keep) / array.count)
    array.count = keep
  }
  return () => {
    for (const [array, was] of before) Object.assign(array, was)
  }
}
