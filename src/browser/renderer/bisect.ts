/** Finds the part of a figure that cannot be drawn, by bisection: each attempt leaves out half of the candidates. */

import type { FigureParts } from '../figure/parts.ts'
import { isObject, type JsonObject } from '../json.ts'

export type Path = readonly (string | number)[]
type Parts = Pick<FigureParts, 'data' | 'layout'>

/** The part on which a figure fails. If time ran out, the path ends above it. */
export interface Culprit {
  /** Begins with `data` or `layout`. */
  readonly path: Path
  /** The trace in which, or with which, the figure fails; null if the layout fails alone. */
  readonly trace: number | null
}

/**
 * Whether parts can be drawn. Must not change them. Rejects with `OutOfTime` if there is no time for another attempt.
 */
export type Draws = (parts: Parts) => Promise<boolean>

/** Thrown by an attempt for which the search has no time left. */
export class OutOfTime extends Error {}

/** The maximum depth of the path; deeper parts are reported by their container. */
const deepest = 5

/** For a figure that cannot be drawn. Null if time ran out before anything was found. */
export async function findCulprit({ data, layout }: Parts, draws: Draws): Promise<Culprit | null> {
  let path: (string | number)[] = []
  let trace: number | null = null
  const fails = async (parts: Parts) => !(await draws(parts))
  try {
    if (await fails({ data: [], layout })) {
      path = ['layout']
      await narrow(layout, part => fails({ data: [], layout: part }), path)
      return { path, trace }
    }
    const count = await minThat(data.length, n => fails({ data: data.slice(0, n), layout }))
    const before = data.slice(0, count - 1)
    const last = data[count - 1] as JsonObject
    trace = count - 1
    path = ['data', trace]
    const bare = sizeOf(layout)
    if (await fails({ data: [...before, last], layout: bare })) {
      await narrow(last, part => fails({ data: [...before, part], layout: bare }), path)
    } else {
      path = ['layout']
      await narrow(layout, part => fails({ data: [...before, last], layout: part }), path)
    }
  } catch (error) {
    if (!(error instanceof OutOfTime)) throw error
  }
  return path.length === 0 ? null : { path, trace }
}

/** Follows the fault into a part, as long as a single part in it is at fault, and extends the path. */
async function narrow<T>(
  value: T,
  fails: (part: T) => Promise<boolean>,
  path: (string | number)[],
  depth = 0,
): Promise<void> {
  if (depth === deepest) return
  if (Array.isArray(value) && value.some(isObject)) {
    const list: readonly unknown[] = value
    const count = await minThat(list.length, n => fails(list.slice(0, n) as T))
    if (count === 0) return
    path.push(count - 1)
    const before = list.slice(0, count - 1)
    await narrow(list[count - 1], part => fails([...before, part] as T), path, depth + 1)
  } else if (isObject(value)) {
    const names = inOrder(value)
    const first = (n: number) => Object.fromEntries(names.slice(0, n).map(name => [name, value[name]]))
    const count = await minThat(names.length, n => fails(first(n) as T))
    const name = names[count - 1]
    // It fails whatever it contains, or because of its type alone.
    if (name === undefined || name === 'type') return
    path.push(name)
    // Parts of a template are not searched: a template counts as a whole.
    if (name === 'template') return
    const before = first(count - 1)
    await narrow(value[name], part => fails({ ...before, [name]: part } as T), path, depth + 1)
  }
}

/** The least n for which it is true. It must be true for `max`. */
async function minThat(max: number, isTrue: (n: number) => Promise<boolean>): Promise<number> {
  let low = 0
  let high = max
  while (low < high) {
    const middle = (low + high) >> 1
    if (await isTrue(middle)) high = middle
    else low = middle + 1
  }
  return high
}

/** The type and the data come first, because without them nothing is drawn and nothing fails; then how it is drawn. */
function inOrder(parts: JsonObject): readonly string[] {
  const rank = (name: string) => {
    if (name === 'type') return 0
    if (name === 'template') return 4
    const value = parts[name]
    if (Array.isArray(value) || (isObject(value) && 'bdata' in value)) return 1
    return isObject(value) ? 3 : 2
  }
  return Object.keys(parts).sort((one, other) => rank(one) - rank(other))
}

/** What is kept of a layout that is left out. */
const sizeOf = ({ width, height }: JsonObject): JsonObject => ({ width, height })
