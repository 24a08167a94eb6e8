/** The outline of a body: where its parts lie in the bytes, and what can be counted on the way. */

import { scanBody } from './body.ts'
import { childPath, Faults } from './faults.ts'
import { spells, type Visitor } from './scan.ts'

export type Kind = 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null'

/** A stretch of the body's bytes that holds one JSON value. */
export interface Span {
  readonly start: number
  readonly end: number
}

export interface Member extends Span {
  readonly key: string
  readonly kind: Kind
}

export interface Trace {
  /** Its place in `data`. */
  readonly index: number
  /** The value of `type`, where there is one. */
  type: (Span & { readonly kind: Kind }) | null
}

export interface FigureIndex {
  /** What the body is; only an object has members. */
  readonly kind: Kind
  readonly members: readonly Member[]
  /** How many members `layout` has, how many are named `template`, and the last of these: it counts. */
  readonly layoutMembers: number
  readonly templates: number
  readonly template: (Span & { readonly kind: Kind; readonly keyStart: number }) | null
  /** The traces; no more than a little over the limit are kept, `traceCount` counts all. */
  readonly traces: readonly Trace[]
  readonly traceCount: number
  /** Per trace the attribute that holds most values in arrays; their sum. */
  readonly points: number
  /** Levels of nesting, the body's own braces being the first. */
  readonly depth: number
  readonly faults: Faults
}

export const maxDepth = 64
export const maxTraces = 2_000
export const maxPoints = 2_000_000

/** Bytes per value of the typed arrays that the charting library decodes. */
const dtypes: Readonly<Record<string, number>> = {
  i1: 1,
  int8: 1,
  u1: 1,
  uint8: 1,
  u1c: 1,
  uint8c: 1,
  uint8clamped: 1,
  i2: 2,
  int16: 2,
  u2: 2,
  uint16: 2,
  i4: 4,
  int32: 4,
  u4: 4,
  uint32: 4,
  f4: 4,
  float32: 4,
  f8: 8,
  float64: 8,
}

/** Throws `invalid_json`. */
export function figureIndexOf(bytes: Buffer): FigureIndex {
  const figureIndexer = new FigureIndexer(bytes)
  scanBody(bytes, figureIndexer, '{"data": [ … ]}')
  return figureIndexer
}

/** Part of the figure that is being read. */
type Part = 'data' | 'layout' | 'frames' | 'other'

/** Depths, counted from 1: the body's own braces, then a part's brackets, then a trace's or a frame's. */
const bodyDepth = 1
const partDepth = 2
const traceDepth = 3

class FigureIndexer implements Visitor, FigureIndex {
  kind: Kind = 'null'
  readonly members: Member[] = []
  layoutMembers = 0
  templates = 0
  template: FigureIndex['template'] = null
  readonly traces: Trace[] = []
  traceCount = 0
  points = 0
  depth = 0
  readonly faults = new Faults()

  readonly #bytes: Buffer
  #depth = 0
  #part: Part = 'other'
  /** Values seen in arrays of `data`; at the start of a trace's attribute; most in one attribute. */
  #values = 0
  #valuesBefore = 0
  #valuesMost = 0
  /** Per depth: is it an array, its element's index or its member's name, where the value began. */
  readonly #isArray: number[] = [0]
  readonly #index: number[] = [0]
  readonly #keyStart: number[] = [0]
  readonly #keyEnd: number[] = [0]
  readonly #keyPlain: number[] = [0]
  readonly #opened: number[] = [0]
  /** Per depth: the typed array specification that an object may turn out to be. */
  readonly #bdata: number[] = [0]
  readonly #dtype: number[] = [0]

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  openObject(start: number): void {
    this.#enter(start, 0)
  }

  openArray(start: number): void {
    this.#enter(start, 1)
  }

  #enter(start: number, isArray: 0 | 1): void {
    const kind = isArray ? 'array' : 'object'
    this.#beginValue(kind)
    const depth = ++this.#depth
    if (depth > this.depth) this.depth = depth
    if (depth > maxDepth) {
      if (depth === maxDepth + 1) {
        this.#fault(() => `nested deeper than ${maxDepth} levels; flatten it`)
      }
      return
    }
    this.#isArray[depth] = isArray
    this.#index[depth] = -1
    this.#keyStart[depth] = -1
    this.#opened[depth] = start
    this.#bdata[depth] = -1
    this.#dtype[depth] = -1
    if (depth === bodyDepth) this.kind = kind
    if (depth === traceDepth && this.#part === 'data' && this.#isArray[partDepth] === 1) this.#beginTrace()
  }

  close(end: number): void {
    const depth = this.#depth--
    if (depth > maxDepth) return
    if (this.#isArray[depth] === 0) {
      if (this.#bdata[depth] !== -1 && this.#dtype[depth] !== -1) this.#countTypedArray(depth)
      if (depth === traceDepth && this.#part === 'data') this.#endTrace()
    }
    this.#endValue(this.#isArray[depth] === 1 ? 'array' : 'object', this.#opened[depth] as number, end)
  }

  key(start: number, end: number, plain: boolean): void {
    const depth = this.#depth
    if (depth <= maxDepth) {
      if (depth === traceDepth && this.#part === 'data') this.#endAttribute()
      this.#keyStart[depth] = start
      this.#keyEnd[depth] = end
      this.#keyPlain[depth] = plain ? 1 : 0
      if (depth === bodyDepth) this.#part = partOf(this.#text(start, end, plain))
    }
    if ((!plain || hasDunder(this.#bytes, start, end)) && reachesPrototype(this.#text(start, end, plain))) {
      this.#fault(() => 'the name __proto__ is not allowed; rename it')
    }
  }

  scalar(start: number, end: number): void {
    const depth = this.#depth
    if (depth > traceDepth && depth <= maxDepth && this.#isArray[depth] === 1) {
      this.#values++
      this.#index[depth]!++
      return
    }
    const kind = kindAt(this.#bytes, start)
    this.#beginValue(kind)
    if (depth === 0) this.kind = kind
    this.#endValue(kind, start, end)
  }

  #beginValue(kind: Kind): void {
    const depth = this.#depth
    if (depth > maxDepth || depth === 0) return
    if (this.#isArray[depth] === 0) return
    this.#index[depth]!++
    if (depth !== partDepth || kind === 'object') return
    if (this.#part === 'data' || this.#part === 'frames') {
      const what = this.#part === 'data' ? 'a trace' : 'a frame'
      this.#fault(() => `${what} must be an object, got ${named(kind)}`)
    }
  }

  #endValue(kind: Kind, start: number, end: number): void {
    const depth = this.#depth
    if (depth === 0 || depth > maxDepth || this.#isArray[depth] === 1) return
    if (depth === bodyDepth) this.members.push({ key: this.#keyText(depth), kind, start, end })
    else if (this.#part === 'data') this.#noteAttribute(depth, kind, start, end)
    else if (depth === partDepth && this.#part === 'layout') {
      this.layoutMembers++
      if (!this.#named(depth, 'template')) return
      this.templates++
      this.template = { kind, keyStart: this.#keyStart[depth] as number, start, end }
    }
  }

  /** `type` of a trace; `dtype` and `bdata` of what may be a typed array. */
  #noteAttribute(depth: number, kind: Kind, start: number, end: number): void {
    if (depth === traceDepth && this.#named(depth, 'type')) {
      const trace = this.traces.at(-1)
      if (trace) trace.type = { kind, start, end }
    } else if (kind === 'string') {
      if (this.#named(depth, 'bdata')) this.#bdata[depth] = end - start - 2
      else if (this.#named(depth, 'dtype')) this.#dtype[depth] = start
    }
  }

  /** Whether the member being read at that depth has this name, however it is spelt. */
  #named(depth: number, name: string): boolean {
    if (this.#keyPlain[depth] === 0) return this.#keyText(depth) === name
    const start = this.#keyStart[depth] as number
    const end = this.#keyEnd[depth] as number
    return end - start === name.length + 2 && spells(this.#bytes, start + 1, name)
  }

  #beginTrace(): void {
    this.#valuesMost = 0
    this.#valuesBefore = this.#values
    this.traceCount++
    if (this.traces.length <= maxTraces)
      this.traces.push({ index: this.#index[partDepth] as number, type: null })
  }

  #endAttribute(): void {
    this.#valuesMost = Math.max(this.#valuesMost, this.#values - this.#valuesBefore)
    this.#valuesBefore = this.#values
  }

  #endTrace(): void {
    this.#endAttribute()
    this.points += this.#valuesMost
  }

  #countTypedArray(depth: number): void {
    const start = this.#dtype[depth] as number
    const end = this.#bytes.indexOf('"', start + 1)
    const size = dtypes[this.#bytes.toString('utf8', start + 1, end)]
    if (size) this.#values += Math.floor(((this.#bdata[depth] as number) * 3) / 4 / size)
  }

  /** The name of the member being read at that depth. */
  #keyText(depth: number): string {
    return this.#text(
      this.#keyStart[depth] as number,
      this.#keyEnd[depth] as number,
      this.#keyPlain[depth] === 1,
    )
  }

  #text(start: number, end: number, plain: boolean): string {
    const inner = this.#bytes.toString('utf8', start + 1, end - 1)
    return plain ? inner : JSON.parse(`"${inner}"`)
  }

  #fault(message: () => string): void {
    this.faults.add(this.faults.full ? '' : this.#path(), this.faults.full ? '' : message())
  }

  /** The JSON path of what is being read. */
  #path(): string {
    let path = ''
    for (let depth = 1; depth <= Math.min(this.#depth, maxDepth); depth++) {
      if (this.#isArray[depth] === 1) path = childPath(path, this.#index[depth] as number)
      else if (this.#keyStart[depth] !== -1) path = childPath(path, this.#keyText(depth))
    }
    return path || '$'
  }
}

const partOf = (key: string): Part => (key === 'data' || key === 'layout' || key === 'frames' ? key : 'other')

/** The charting library also takes `a.b[0].c` as a name: the forbidden one may hide in such a path. */
const reachesPrototype = (key: string) =>
  key.includes('__proto__') && /(^|[.[\]])__proto__($|[.[\]])/.test(key)

/** Whether two underscores in a row are there: what cheaply clears nearly every name of suspicion. */
function hasDunder(bytes: Uint8Array, start: number, end: number): boolean {
  for (let i = start + 1; i <= end - 10; i++) if (bytes[i] === 0x5f && bytes[i + 1] === 0x5f) return true
  return false
}

function kindAt(bytes: Uint8Array, start: number): Kind {
  const c = bytes[start]
  if (c === 0x22) return 'string'
  if (c === 0x74 || c === 0x66) return 'boolean'
  return c === 0x6e ? 'null' : 'number'
}

/** A kind as a sentence names it. */
export const named = (kind: Kind) =>
  kind === 'null' ? 'null' : kind === 'object' || kind === 'array' ? `an ${kind}` : `a ${kind}`
