/** One change at a random place of a figure: what typing errors, serialisers and generators do to one. */

export type Random = () => number

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

type Container = Record<string, unknown> | unknown[]

interface Spot {
  readonly parent: Container
  readonly key: string | number
  readonly path: string
}

const replacements: readonly unknown[] = [
  ...[
    null,
    0,
    -1,
    5,
    0.5,
    1e9,
    -1e9,
    1e-9,
    1e300,
    true,
    false,
    '',
    'text',
    'plotly_dark',
    '800px',
    '2024-13-45',
  ],
  ...[[], {}, [null], [1, 'a', null], [[1, 2], [3]], { a: 1 }, { '0': 1, '1': 2 }, ['x'], [{}], '#12', 'NaN'],
]

/** Changes the figure in place and says what was done; null where it has nothing to change. */
export function mutate(figure: object, random: Random): string | null {
  const spots = spotsOf(figure)
  const spot = spots[Math.floor(random() * spots.length)]
  if (!spot) return null
  const { parent, key, path } = spot
  const target = parent as Record<string | number, unknown>
  const kind = random()
  if (kind < 0.7) {
    const value = replacements[Math.floor(random() * replacements.length)]
    target[key] = structuredClone(value)
    return `${path} = ${JSON.stringify(value)}`
  }
  const before = target[key]
  if (kind < 0.8 && typeof key === 'string') {
    delete target[key]
    if (random() < 0.5) return `${path} removed`
    const name = misspelt(key, random)
    target[name] = before
    return `${path} renamed ${name}`
  }
  if (Array.isArray(before) && before.length > 0) {
    target[key] =
      random() < 0.5 ? before.slice(0, Math.floor(before.length / 2)) : [...before, before[0], 'odd', null]
    return `${path} of another length`
  }
  if (typeof before === 'number') {
    target[key] = before * [-1, 1e6, 1e-6, 1e12][Math.floor(random() * 4)]!
    return `${path} = ${target[key]}`
  }
  target[key] = typeof before === 'string' ? before.toUpperCase().slice(0, -1) : [before]
  return `${path} = ${JSON.stringify(target[key])?.slice(0, 60)}`
}

function misspelt(key: string, random: Random): string {
  const at = Math.floor(random() * key.length)
  return key.slice(0, at) + key.slice(at + 1) || 'x'
}

/** Places with a name, and the first elements of arrays: most of a long array is the same. */
function spotsOf(figure: object): Spot[] {
  const spots: Spot[] = []
  const visit = (parent: Container, path: string, depth: number): void => {
    const entries = Array.isArray(parent) ? parent.slice(0, 3).entries() : Object.entries(parent)
    for (const [key, value] of entries) {
      const here = typeof key === 'number' ? `${path}[${key}]` : `${path}.${key}`
      if (depth > 0) spots.push({ parent, key, path: here.slice(1) })
      if (typeof value === 'object' && value !== null && depth < 6) visit(value as Container, here, depth + 1)
    }
  }
  visit(figure as Container, '', 0)
  return spots
}
