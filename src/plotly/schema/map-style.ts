/** Validates inline map styles. */

import { createRequire } from 'node:module'

interface StyleSpec {
  validateStyleMin(style: object): readonly { readonly message: string }[]
}

let spec: StyleSpec | null = null

/** A fault of a style with its path, such as `layers[0].paint`. */
export interface StyleFault {
  readonly place: string
  readonly message: string
}

/** Validates a style by MapLibre's style specification, which is loaded on demand. */
export function styleFaults(style: object): readonly StyleFault[] {
  spec ??= createRequire(import.meta.url)('@maplibre/maplibre-gl-style-spec') as StyleSpec
  return spec.validateStyleMin(style).map(({ message }) => {
    const [, place = '', rest = message] = /^([\w.[\]-]+): (.*)$/s.exec(message) ?? []
    return { place, message: rest }
  })
}

type Scope = Readonly<Record<string, number>>

/** Without inherited properties such as `toString`. */
const nothingNamed: Scope = Object.create(null)

/**
 * An upper limit of the size in characters to which the constant expressions of a style expand, because the map library
 * evaluates them when it reads a style. Variables (`let`) can double the size with each use, and `join` multiplies it.
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

/** For `let`: alternating names and values, followed by the expression that uses them. */
function lengthWithin(given: readonly unknown[], scope: Scope): number {
  const named: Record<string, number> = Object.create(scope)
  for (let at = 0; at + 1 < given.length; at += 2)
    named[String(given[at])] = unfoldedLength(given[at + 1], scope)
  // Values are evaluated even if they are not used.
  const all = Object.values(named).reduce((total, each) => total + each, 1)
  return all + unfoldedLength(given.length % 2 === 1 ? given.at(-1) : null, named)
}
