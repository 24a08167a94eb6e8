/**
 * What an append has to know of a stored figure: its traces and how long their arrays are, and no value. Kept in
 * memory and moved on with each append, so that appending costs what is appended and not what is there.
 */

import { MemberScanner } from './members.ts'
import { scan } from './scan.ts'
import type { Segment } from './segment.ts'
import { utf8Of } from './text.ts'

export interface ArrayShape {
  count: number
  /** Of its text; a mean where values were dropped, since nobody measured these. */
  bytes: number
}

export interface TraceShape {
  /** As the figure gives it, a number as its digits. */
  name: string | null
  /** A trace that names no type is a scatter. */
  type: string
  /** By name, such as `x` or `marker.size`. */
  readonly arrays: Map<string, ArrayShape>
  /** Names of typed arrays (`bdata`). */
  readonly typed: Set<string>
  /** Names of what is one value. */
  readonly single: Set<string>
}

export interface FigureShape {
  readonly traces: readonly TraceShape[]
}

/** Names remembered of one trace: more than any trace type has. A figure of a million odd names must not cost as many. */
export const namesOfATrace = 400

/** Of the text of a stored, and so valid, `data`. */
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
  // A trace of no members is told of by the count alone.
  return { traces: Array.from({ length: scanner.items }, (_, i) => traces[i] ?? emptyTrace()) }
}

const emptyTrace = (): TraceShape => ({
  name: null,
  type: 'scatter',
  arrays: new Map(),
  typed: new Set(),
  single: new Set(),
})

/** Points as the limit counts them: of each trace its longest array. */
export const pointsOf = ({ traces }: FigureShape): number =>
  traces.reduce((sum, { arrays }) => sum + Math.max(0, ...[...arrays.values()].map(({ count }) => count)), 0)

export const bytesOf = ({ traces }: FigureShape): number =>
  traces.reduce((sum, { arrays }) => sum + [...arrays.values()].reduce((n, { bytes }) => n + bytes, 0), 0)

/** The shape after a segment that was checked against it: changed in place. Returns the way back. */
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
    for (const [array, was] of before.reverse()) Object.assign(array, was)
  }
}
