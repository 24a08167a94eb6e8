/** Numbers and dates as positions and lengths. */

import { type FigureTree, kinds, none, type Place } from '../../tree/figure-tree.ts'
import { headOf } from '../../tree/head.ts'
import { extentOf, numbersOf } from './arrays.ts'
import { isTypedArray } from './typed-arrays.ts'

/** The number, or a date in milliseconds; NaN for anything else. */
export function positionOf(value: unknown): number {
  if (typeof value === 'number') return value
  if (typeof value !== 'string' || value.trim() === '') return Number.NaN
  const number = Number(value)
  if (!Number.isNaN(number)) return number
  // Dates in rare formats cannot be parsed and become NaN.
  const [day = '', time = ''] = value.trim().split(/[ Tt]/)
  return Date.parse(time ? `${day}T${time.slice(0, 8).padEnd(5, ':00')}Z` : day)
}

/** A single value, as `positionOf` and `stepOf` take it; undefined for objects, arrays and what is missing. */
export const scalarAt = (tree: FigureTree, place: Place): unknown =>
  place === none || tree.is(place, kinds.object | kinds.array) ? undefined : tree.value(place)

const month = (365.25 * 86_400_000) / 12

/** The length of a step, a number or months such as `M3`. NaN for others, such as `D1`. */
export function stepOf(value: unknown): number {
  const months = typeof value === 'string' && /^M(\d+)$/.exec(value)
  return months ? Number(months[1]) * month : typeof value === 'number' ? value : Number(value ?? Number.NaN)
}

/** Matches steps of months and of logarithmic axes. */
export const stepText = /^\s*(?:M\d+|L(?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?|D[12]?)\s*$/

/** Ticks in each power of ten, by the kind of step. */
const ticksOfPower: Readonly<Record<string, number>> = { D: 9, D1: 9, D2: 3 }

/**
 * The number of ticks between two powers of ten on a logarithmic axis. The ticks of `D` steps lie within each power,
 * `L` steps are as long as the number after the letter. NaN for other steps.
 */
export function ticksOfPowers(step: string, from: number, to: number): number {
  const length = /^\s*L(.+)$/.exec(step)?.[1]
  return length === undefined
    ? (to - from) * (ticksOfPower[step.trim()] ?? Number.NaN)
    : (10 ** to - 10 ** from) / Number(length)
}

/** The length of a range; NaN if it is not one. */
export function spanOf(range: unknown): number {
  if (!Array.isArray(range)) return Number.NaN
  return Math.abs(positionOf(range[1]) - positionOf(range[0]))
}

/** The extent of the data as positions; null if it has no numbers or dates. */
export function spreadOf(tree: FigureTree, data: Place): readonly [number, number] | null {
  if (data === none) return null
  if (tree.is(data, kinds.array) && tree.mask(data) & kinds.string) {
    return extentOf(Float64Array.from([...headOf(tree, data), ...tailOf(tree, data)], positionOf))
  }
  return tree.is(data, kinds.array) || isTypedArray(tree, data) ? extentOf(numbersOf(tree, data)) : null
}

/** The last text of an array, which for dates is usually the largest. */
function tailOf(tree: FigureTree, data: Place): readonly unknown[] {
  const text = tree.bytes.toString('utf8', Math.max(tree.start(data), tree.end(data) - 200), tree.end(data))
  return (
    /("(?:[^"\\]|\\.)*")\s*\]$/
      .exec(text)
      ?.slice(1)
      .map(last => JSON.parse(last)) ?? []
  )
}
