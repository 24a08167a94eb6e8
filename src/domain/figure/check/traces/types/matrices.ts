/** Checks the matrices of heatmaps, contours, surfaces and images. */

import { isNumeric } from '../../../../../plotly/schema/values.ts'
import { counted } from '../../../faults.ts'
import { booleans, type FigureTree, kinds, none, type Place } from '../../../tree/figure-tree.ts'
import { headOf, isReadWhole } from '../../../tree/head.ts'
import { columnsOf, isFlat, lengthOf, numbersOf } from '../../data/arrays.ts'
import { isDate } from '../../data/dates.ts'
import type { FigureView, TraceView } from '../../views.ts'

/** Types that interpolate missing values and therefore need at least one. */
export const interpolated: ReadonlySet<string> = new Set(['contour', 'contourcarpet'])

/** Reports a matrix that is invalid, empty, or does not match x and y. */
export function checkMatrix(figure: FigureView, trace: TraceView): void {
  const { tree, findings } = figure
  const { place, type } = trace
  const z = tree.member(place, 'z')
  const length = z === none ? null : lengthOf(tree, z)
  if (length === null || length === 0) return
  const onCarpet = type === 'contourcarpet' && figure.types.has('carpet')
  const drawn = onCarpet || !isFlat(tree, z) || hasPlaces(tree, place)
  if (interpolated.has(type) && drawn && !hasNumber(tree, z)) {
    findings.error(z, 'contains no number, so there is nothing to draw contours between; send numbers')
  } else if (interpolated.has(type) && isFlat(tree, z) && hasNoPoint(tree, place, z)) {
    findings.error(z, 'contains no number that has a position, so there is nothing to draw contours between')
  } else if (type === 'contour' && !isFlat(tree, z) && gapOf(tree, place)) {
    findings.error(
      gapOf(tree, place) as Place,
      'contains something that is not a number; send a position for each column of z, or leave it out',
    )
  } else if (type === 'surface' && !isFlat(tree, z) && !hasNumber(tree, z)) {
    findings.warn(z, 'contains no number, so nothing is drawn')
  } else if (type === 'image') checkPixels(figure, trace, z)
  else if (!isFlat(tree, z)) {
    // Mixed values and rows are reported with the elements.
    const isMixed = tree.is(z, kinds.array) && tree.mask(z) & ~kinds.array
    if (!isMixed && type !== 'contourcarpet') checkSides(figure, trace, z)
  } else if (type === 'surface' && tree.is(z, kinds.array) && tree.mask(z) & kinds.null) {
    findings.error(z, 'contains null where a row is expected; send rows: [[ … ], [ … ]]')
  } else if (type === 'surface' && !tree.is(z, kinds.array)) {
    findings.error(
      z,
      'is one row of values; add its "shape", such as "2,3" for two rows of three values, or send rows: [[ … ], [ … ]]',
    )
  } else if (type === 'surface' || !hasPlaces(tree, place)) {
    const remedy = type === 'surface' ? '' : ', or with x and y of the same length'
    findings.warn(z, `is one row of values, so nothing is drawn; send rows: [[ … ], [ … ]]${remedy}`)
  }
}

/** Types that draw lines or areas between values. */
const drawsBetween: ReadonlySet<string> = new Set(['contour', 'surface'])

/**
 * Checks x and y, which need one value per column or row, or one more for edges. Missing numbers are extrapolated by the
 * library, missing names are not.
 */
function checkSides({ tree, findings }: FigureView, { place: trace, type }: TraceView, z: Place): void {
  const sizes = { column: columnsOf(tree, z), row: lengthOf(tree, z) ?? 0 }
  if (drawsBetween.has(type) && Math.min(sizes.column, sizes.row) === 1)
    findings.warn(
      z,
      `is one ${sizes.row === 1 ? 'row' : 'column'}, so nothing is drawn between its values; send two or more, or draw a heatmap`,
    )
  const isTurned = tree.is(tree.member(trace, 'transpose'), kinds.true)
  // Only cells have edges.
  const isSwapped =
    lengthOf(tree, tree.member(trace, 'x')) === sizes.row &&
    lengthOf(tree, tree.member(trace, 'y')) === sizes.column
  for (const [name, what] of [
    ['x', isTurned ? 'row' : 'column'],
    ['y', isTurned ? 'column' : 'row'],
  ] as const) {
    const places = tree.member(trace, name)
    const given = places === none || !isFlat(tree, places) ? null : lengthOf(tree, places)
    const wanted = sizes[what]
    if (!given || !wanted) continue
    const areNames = tree.is(places, kinds.array) && isNames(tree, places)
    const message = `has ${counted(given, 'value')}, but z has ${counted(wanted, what)}; send one for each`
    // The library looks up a row for each name.
    if (areNames && given > wanted && name === 'y' && type !== 'surface') findings.error(places, message)
    else if (given > wanted + (drawsBetween.has(type) && isSwapped ? 0 : 1) || (areNames && given < wanted))
      findings.warn(places, message)
  }
}

/** Checks `x0` and `y0`, which must not be names. */
export function checkOrigins({ tree, findings }: FigureView, { place }: TraceView): void {
  for (const letter of ['x', 'y']) {
    const first = tree.member(place, `${letter}0`)
    const isWord = tree.is(first, kinds.string | booleans)
    if (first === none || !isWord || tree.member(place, letter) !== none) continue
    const text = tree.string(first)
    if (text === null || !(isNumeric(text) || isDate(text)))
      findings.error(first, 'is not a starting position; send a number or a date')
  }
}

/** Whether x and y columns give the position of each value. */
const hasPlaces = (tree: FigureTree, trace: Place): boolean =>
  [
    ['x', 'y'],
    ['a', 'b'],
  ].some(names => names.every(name => lengthOf(tree, tree.member(trace, name))))

/** The x or y in which a value is missing or not a number, on which the library fails. */
const gapOf = (tree: FigureTree, trace: Place): Place | undefined =>
  ['x', 'y'].map(name => tree.member(trace, name)).find(data => hasGap(tree, data))

function hasGap(tree: FigureTree, data: Place): boolean {
  if (!tree.is(data, kinds.array) || isNames(tree, data)) return false
  if (tree.mask(data) & kinds.null) return true
  if (!(tree.mask(data) & kinds.string)) return false
  return headOf(tree, data).some(each => typeof each === 'string' && !isNumeric(each) && !isDate(each))
}

/** Whether no row has all three values. */
function hasNoPoint(tree: FigureTree, trace: Place, z: Place): boolean {
  const names = tree.member(trace, 'a') === none ? ['x', 'y'] : ['a', 'b']
  const columns = [z, ...names.map(name => tree.member(trace, name))]
  // Longer columns are assumed to have a complete point.
  if (!columns.every(data => isReadWhole(tree, data))) return false
  const [values = [], ...places] = columns.map(data => headOf(tree, data))
  return !values.some((value, i) => isNumeric(value) && places.every(each => (each[i] ?? null) !== null))
}

const isNames = (tree: FigureTree, data: Place) =>
  !(tree.mask(data) & kinds.number) && tree.mask(data) & kinds.string

function hasNumber(tree: FigureTree, z: Place): boolean {
  if (!tree.is(z, kinds.array) || tree.mask(z) & kinds.number) return true
  const isNumber = (value: unknown): boolean =>
    Array.isArray(value)
      ? value.some(isNumber)
      : value !== null && value !== '' && Number.isFinite(Number(value))
  return isNumber(headOf(tree, z)) || numbersOf(tree, z).some(Number.isFinite)
}

/** Checks the pixels of an image, which are lists of colour components. */
function checkPixels({ tree, findings }: FigureView, { place }: TraceView, z: Place): void {
  if (!tree.is(z, kinds.array)) return
  const rows = tree.mask(z) & ~kinds.array ? null : (tree.value(z) as unknown[][])
  const row = rows?.findIndex(pixels => pixels.some(pixel => !Array.isArray(pixel))) ?? 0
  if (row !== -1)
    findings.error(
      z,
      'must contain rows of pixels, each an array such as [255, 0, 0]',
      ...(rows ? [row] : []),
    )
  else if (['colormodel', 'zmin', 'zmax'].every(name => tree.member(place, name) === none)) {
    const parts = (rows as unknown[][][]).flat(2)
    const areShares = parts.every(part => Number(part) >= 0 && Number(part) <= 1)
    if (areShares && parts.some(part => !Number.isInteger(Number(part))))
      findings.warn(
        z,
        'is drawn black, because its numbers are from 0 to 1; multiply them by 255, or set "zmax": [1, 1, 1, 1]',
      )
  }
}
