/** The traces of a stored `data` text, found in its bytes: a caller who wants one trace makes nothing of the rest. */

import { scan, type Visitor } from './scan.ts'

export interface TraceSpan {
  /** Its place in `data`, from 0. */
  readonly index: number
  /** Numbers are names too, as the charting library shows them. */
  readonly name: string | null
  /** Where a long name stands in `data`, as a JSON string; `name` is then empty. */
  readonly longName?: { readonly start: number; readonly end: number } | undefined
  /** `scatter` where none was submitted. */
  readonly type: string
  /** Where the trace's own text lies in `data`, in bytes. */
  readonly start: number
  readonly end: number
}

/** Which traces are wanted; all of the given must match. */
export interface TraceFilter {
  readonly index?: number | null
  readonly name?: string | null
  readonly type?: string | null
}

/** The traces of a stored (so: valid) `data` text, in order. */
export function readTraces(data: Uint8Array): readonly TraceSpan[] {
  const reader = new TraceReader(Buffer.from(data.buffer, data.byteOffset, data.byteLength))
  scan(data, reader)
  return reader.traces
}

export const fits = (trace: TraceSpan, { index, name, type }: TraceFilter): boolean =>
  (index ?? trace.index) === trace.index &&
  (name === undefined || name === null || (trace.longName === undefined && name === trace.name)) &&
  (type ?? trace.type) === trace.type

/** Longer names stay where they are: nobody asks for a trace by one. */
const longestScalar = 16 * 1024

/** Depth 1 is `data` itself, depth 2 a trace, whose members are looked at. */
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
    this.#key = ''
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
    // The longest that is asked for is `"name"`; a spelling with escapes is longer and rare.
    this.#key = this.#depth === 2 && end - start <= 32 ? this.#read(start, end) : ''
  }

  scalar(start: number, end: number): void {
    if (this.#depth !== 2 || (this.#key !== 'name' && this.#key !== 'type')) return
    if (end - start > longestScalar) {
      if (this.#key === 'type') this.#type = 'scatter'
      else {
        // The quotation mark is ASCII: anything else that long is no name.
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
