/** What the map library says of a style that comes with a figure. */

import { createRequire } from 'node:module'

interface StyleSpec {
  validateStyleMin(style: object): readonly { readonly message: string }[]
}

let spec: StyleSpec | null = null

/** A fault of a style: where, as `layers[0].paint`, and what. */
export interface StyleFault {
  readonly place: string
  readonly message: string
}

/** By MapLibre's own style specification, loaded with the first style. */
export function styleFaults(style: object): readonly StyleFault[] {
  spec ??= createRequire(import.meta.url)('@maplibre/maplibre-gl-style-spec') as StyleSpec
  return spec.validateStyleMin(style).map(({ message }) => {
    const [, place = '', rest = message] = /^([\w.[\]-]+): (.*)$/s.exec(message) ?? []
    return { place, message: rest }
  })
}

type Scope = Readonly<Record<string, number>>

/** Without what every object has by itself, such as `toString`. */
const nothingNamed: Scope = Object.create(null)

/**
 * About how many characters the expressions of a style come to where nothing in them depends on the data, at most: the
 * map library works those out as it looks through a style. Names that stand for what was said before (`let`) double
 * it with each use, and `join` multiplies.
 */
export function unfoldedLength(value: unknown, scope: Scope = nothingNamed): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 1
  const lengthOf = (each: unknown) => unfoldedLength(each, scope)
  const sum = (values: readonly unknown[]) =>
    values.reduce<number>((total, each) => total + lengthOf(each), 1)
  if (!Array.isArray(value)) return sum(Object.values(value))
  const [operator, ...given] = value
  if (operator === 'let') return lengthWithin(given, scope)
  if (operator === 'var' && typeof given[0] === 'string') return scope[given[0]] ?? 1
  if (operator === 'join') return sum(given.slice(0, 1)) * sum(given.slice(1))
  return sum(value)
}

/** Of `let`: names and what they stand for by turns, then an expression in which they do. */
function lengthWithin(given: readonly unknown[], scope: Scope): number {
  const named: Record<string, number> = Object.create(scope)
  for (let at = 0; at + 1 < given.length; at += 2)
    named[String(given[at])] = unfoldedLength(given[at + 1], scope)
  // What is named is looked through also where nothing uses it.
  const all = Object.values(named).reduce((total, each) => total + each, 1)
  return all + unfoldedLength(given.length % 2 === 1 ? given.at(-1) : null, named)
}
