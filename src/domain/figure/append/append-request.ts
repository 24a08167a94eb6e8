/** The body of an append: `{"points": [{"trace": 0, "x": […], "y": […]}], "keep": 1000}`. Sliced, not parsed. */

import { asBuffer } from '../../../bytes.ts'
import { maxPoints } from '../check/costs/budgets.ts'
import { childPath, counted, Faults } from '../faults.ts'
import { scanBody, sentTwice } from '../json/body.ts'
import { type FoundMember, MemberScanner } from '../json/members.ts'
import { nearest } from '../nearest.ts'
import { type FigureText, textIn } from '../text.ts'
import { maxDepth } from '../tree/build.ts'
import { namesOfATrace } from './figure-shape.ts'

/** New values for one array of a trace. */
export interface NewValues {
  /** The path of the array in its trace, such as `x` or `marker.size`. */
  readonly path: string
  readonly count: number
  /** Whether some values are arrays (rows of a grid). */
  readonly nested: boolean
  /** Whether some values are objects. */
  readonly objects: boolean
  /** The values without the brackets around them. */
  readonly items: FigureText
}

export interface PointSet {
  /** The index of the trace in `data`, or its name. */
  readonly trace: number | string
  readonly arrays: readonly NewValues[]
}

export interface AppendRequest {
  readonly points: readonly PointSet[]
  /** How many values the extended arrays keep; null for all. */
  readonly keep: number | null
}

const example = '{"points": [{"trace": 0, "x": [ … ], "y": [ … ]}]}'

const mustBeObjectArray = `must be an array of objects; send ${example}`
const mustBeWhole = `must be a whole number from 1 to ${maxPoints}`

/** In bytes. A number of more is refused like one out of bounds. */
const longestNumber = 40

/** The maximum number of point sets in one append. */
const maxSets = 2_000

/** Reads the body of an append. Throws `invalid_json`, or `invalid_figure` with every fault and its JSON path. */
export function readAppend(body: Uint8Array): AppendRequest {
  const bytes = asBuffer(body)
  const reader = new PointsReader(bytes)
  scanBody(bytes, reader, example)
  return reader.result()
}

interface OpenSet {
  trace: number | string | null
  readonly arrays: Map<string, NewValues>
}

class PointsReader extends MemberScanner {
  readonly #bytes: Buffer
  readonly #faults = new Faults()
  readonly #sets: OpenSet[] = []
  readonly #seen = new Set<string>()
  /** The top-level member that is being read. */
  #member = ''
  #isObject: boolean | null = null
  #keep: number | null = null
  #values = 0
  #level = 0
  #deepest = 0

  constructor(bytes: Buffer) {
    super(bytes, 'points', member => this.#note(member))
    this.#bytes = bytes
  }

  override openObject(): void {
    this.#isObject ??= true
    if (this.#level === 1 && this.#member === 'points') this.#faults.add('points', mustBeObjectArray)
    if (this.#level === 1 && this.#member === 'keep') this.#faults.add('keep', mustBeWhole)
    this.#deepest = Math.max(this.#deepest, ++this.#level)
    super.openObject()
  }

  override openArray(start: number): void {
    this.#isObject ??= false
    this.#deepest = Math.max(this.#deepest, ++this.#level)
    super.openArray(start)
  }

  override close(end: number): void {
    this.#level--
    super.close(end)
  }

  override key(start: number, end: number, plain: boolean): void {
    super.key(start, end, plain)
    const text = this.#bytes.toString('utf8', start + 1, end - 1)
    const name: string = plain ? text : JSON.parse(`"${text}"`)
    if (name.includes('__proto__')) this.#faults.add('points', 'the name __proto__ is not allowed; rename it')
    if (this.#level !== 1) return
    this.#member = name
    if (this.#seen.has(name)) throw sentTwice(name)
    this.#seen.add(name)
    if (name === 'points' || name === 'keep' || name === '__proto__') return
    const near = nearest(name, ['points', 'keep'])
    const hint = near ? `did you mean ${near}?` : 'an append has points and keep'
    this.#faults.add(childPath('', name), `unknown key; ${hint}`)
  }

  #note(member: FoundMember): void {
    const { item, path } = member
    if (item === -1) this.#noteAround(member)
    else if (path === '') this.#faults.add(`points[${item}]`, 'must be an object that names a trace')
    else if (item < maxSets) this.#noteMember(member)
  }

  #noteAround({ path, isArray, start, end }: FoundMember): void {
    const text = end - start > longestNumber ? '' : this.#bytes.toString('utf8', start, end)
    if (path === 'points') this.#faults.add('points', mustBeObjectArray)
    if (path !== 'keep' || (text === 'null' && !isArray)) return
    // R writes 100000 as 1e+05, and Python a whole float as 1000.0.
    const keep = /^\d/.test(text) ? Number(text) : 0
    if (Number.isInteger(keep) && keep >= 1 && keep <= maxPoints) this.#keep = keep
    else this.#faults.add('keep', mustBeWhole)
  }

  #noteMember({ item, path, isArray, start, end, count, nested, objects }: FoundMember): void {
    this.#sets[item] ??= { trace: null, arrays: new Map() }
    const set = this.#sets[item]
    if (set.arrays.size === namesOfATrace) {
      this.#faults.add(`points[${item}]`, `uses more than ${namesOfATrace} arrays, which no trace has`)
      return
    }
    const place = `points[${item}].${path}`
    if (path === 'trace') {
      const value: unknown = isArray ? null : JSON.parse(this.#bytes.toString('utf8', start, end))
      const names = typeof value === 'string' || (Number.isInteger(value) && Number(value) >= 0)
      set.trace = names ? (value as number | string) : 0
      if (!names) this.#faults.add(place, 'must be the index of a trace in data, from 0, or its name')
    } else if (!isArray) {
      if (this.#bytes.toString('utf8', start, end) !== 'null')
        this.#faults.add(place, 'must be an array of new values, one for each point')
    } else {
      this.#values += count
      set.arrays.set(path, { path, count, nested, objects, items: textIn(this.#bytes, start + 1, end - 1) })
    }
  }

  result(): AppendRequest {
    const faults = this.#faults
    if (this.#isObject !== true) faults.add('$', `the body must be an object ${example}`)
    else if (!this.#seen.has('points')) faults.add('points', `required: an array of objects; send ${example}`)
    if (this.#deepest > maxDepth) faults.add('$', `nested deeper than ${maxDepth} levels; flatten it`)
    if (this.items > maxSets)
      faults.add('points', `${this.items} sets are more than ${maxSets}; send several appends`)
    if (this.#values > maxPoints)
      faults.add('points', `${this.#values} values are more than ${maxPoints}; send several appends`)
    const points = Array.from({ length: Math.min(this.items, maxSets) }, (_, i) => this.#setAt(i))
    faults.throwIfAny()
    if (this.#values === 0) faults.add('points', `has no values; send at least one, as in ${example}`)
    faults.throwIfAny()
    return { points, keep: this.#keep }
  }

  /** The point set at that index. Reports a missing trace, and arrays of different lengths. */
  #setAt(index: number): PointSet {
    const { trace = null, arrays = new Map<string, NewValues>() } = this.#sets[index] ?? {}
    if (trace === null && !this.#faults.full)
      this.#faults.add(
        `points[${index}].trace`,
        'required: the index of a trace in data, from 0, or its name',
      )
    const [first, ...others] = arrays.values()
    for (const { path, count } of others) {
      if (count === first?.count) continue
      const message = `has ${counted(count, 'value')}, but ${first?.path} has ${first?.count}; send one for each point`
      this.#faults.add(`points[${index}].${path}`, message)
    }
    return { trace: trace ?? 0, arrays: [...arrays.values()] }
  }
}
