/** Finds the traces in a stored `data` text, so that a single trace can be read without parsing the others. */

import { asBuffer } from '../../bytes.ts'
import { scan, type Visitor } from './json/scan.ts'

export interface TraceSpan {
  /** The index in `data`. */
  readonly index: number
  /** The name. Numbers are accepted too, as the charting library shows them. */
  readonly name: string | null
  /** The range of a long name (a JSON string) in `data`; `name` is then empty. */
  readonly longName?: { readonly start: number; readonly end: number } | undefined
  /** The trace type; `scatter` if none was submitted. */
  readonly type: string
  /** The byte range of the trace in `data`. */
  readonly start: number
  readonly end: number
}

/** Which traces are requested. All given conditions must match. */
export interface TraceFilter {
  readonly index?: number | null
  readonly name?: string | null
  readonly type?: string | null
}

/** The traces of a stored, and therefore valid, `data` text in order. */
export function readTraces(data: Uint8Array): readonly TraceSpan[] {
  const reader = new TraceReader(asBuffer(data))
  scan(data, reader)
  return reader.traces
}

/** Whether the trace meets all given conditions of the filter. */
export const fits = (trace: TraceSpan, { index, name, type }: TraceFilter): boolean =>
  (index ?? trace.index) === trace.index &&
  (name === undefined || name === null || (trace.longName === undefined && name === trace.name)) &&
  (type ?? trace.type) === trace.type

/** Longer names are not copied, because nobody requests a trace by such a name. */
const longestScalar = 16 * 1024

/** Depth 1 is `data` itself, depth 2 a trace. */
class TraceReader implements Visitor {
  readonly traces: TraceSpan[] = []
  readonly #bytes: Buffer
  #depth = 0
  #start = 0
  #key = ''
  #name: string | null = null
  #longName: TraceSpan['longName']
  #type = 'scatter'

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  openObject(start: number): void {
    this.#open(start)
  }

  openArray(start: number): void {
    this.#open(start)
  }

  #open(start: number): void {
    this.#depth++
    if (this.#depth === 2) this.#start = start
  }

  close(end: number): void {
    if (this.#depth === 2) {
      const index = this.traces.length
      const [name, longName] = [this.#name, this.#longName]
      this.traces.push({
        index,
        name,
        ...(longName && { longName }),
        type: this.#type,
        start: this.#start,
        end,
      })
      this.#name = null
      this.#longName = undefined
      this.#type = 'scatter'
    }
    this.#depth--
  }

  key(start: number, end: number): void {
    // The longest key of interest is `"name"`; with escapes it may be longer.
    this.#key = this.#depth === 2 && end - start <= 32 ? this.#read(start, end) : ''
  }

  scalar(start: number, end: number): void {
    if (this.#depth !== 2 || (this.#key !== 'name' && this.#key !== 'type')) return
    if (end - start > longestScalar) {
      if (this.#key === 'type') this.#type = 'scatter'
      else {
        // A long scalar that is not a string cannot be a name.
        this.#longName = this.#bytes[start] === 0x22 ? { start, end } : undefined
        this.#name = this.#longName ? '' : null
      }
      return
    }
    this.#longName = this.#key === 'name' ? undefined : this.#longName
    const value: unknown = JSON.parse(this.#bytes.toString('utf8', start, end))
    if (this.#key === 'type') this.#type = typeof value === 'string' ? value : 'scatter'
    else this.#name = typeof value === 'string' || typeof value === 'number' ? String(value) : null
  }

  #read(start: number, end: number): string {
    return JSON.parse(this.#bytes.toString('utf8', start, end))
  }
}
