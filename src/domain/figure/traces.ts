/** Parts of a stored `data` text, for callers that want less than the whole. */

export interface TraceSummary {
  /** Its place in `data`, from 0. */
  readonly index: number
  readonly name: string | null
  readonly type: string
}

export interface ParsedTrace extends TraceSummary {
  /** The trace as JSON.parse reads it: numbers are doubles. */
  readonly trace: Readonly<Record<string, unknown>>
}

/** Which traces are wanted; all of the given must match. */
export interface TraceFilter {
  readonly index?: number | null
  readonly name?: string | null
  readonly type?: string | null
}

/** The traces of a stored (so: valid) `data` text, in order. */
export function parseTraces(data: string): readonly ParsedTrace[] {
  const traces: Record<string, unknown>[] = JSON.parse(data)
  return traces.map((trace, index) => ({ index, name: nameOf(trace), type: typeOf(trace), trace }))
}

/** Keeps what a filter asks for. */
export function selectTraces<T extends TraceSummary>(
  traces: readonly T[],
  filter: TraceFilter,
): readonly T[] {
  const { index, name, type } = filter
  return traces.filter(
    trace =>
      (index ?? trace.index) === trace.index &&
      (name == null || name === trace.name) &&
      (type ?? trace.type) === trace.type,
  )
}

/** A trace without a type is a scatter to the charting library. */
const typeOf = (trace: Record<string, unknown>): string =>
  typeof trace.type === 'string' ? trace.type : 'scatter'

/** The library shows numbers as names too. */
const nameOf = ({ name }: Record<string, unknown>): string | null =>
  typeof name === 'string' || typeof name === 'number' ? String(name) : null
