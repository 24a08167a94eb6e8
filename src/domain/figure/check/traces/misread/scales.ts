/** Warns of sizes in the wrong unit: data instead of pixels, or pixels instead of axis units. */

import { type FigureTree, kinds, none, type Place } from '../../../tree/figure-tree.ts'
import { headOf } from '../../../tree/head.ts'
import { kindOfData } from '../../axes/kinds.ts'
import { axisTypeOf } from '../../axes/names.ts'
import { spreadOf } from '../../data/numbers.ts'
import { isTypedArray, typedLength, typedValues } from '../../data/typed-arrays.ts'
import type { FigureView, TraceView } from '../../views.ts'

/** Markers with this diameter in pixels cover any figure. */
const largestMarker = 900
/** The suggested diameter of the largest marker. */
const usualMarker = 40

/** Warns of marker sizes that are data, because sizes are pixels without `sizeref`. */
export function checkMarkerSizes({ tree, findings, layout }: FigureView, { place }: TraceView): void {
  const marker = tree.member(place, 'marker')
  const size = marker === none ? none : tree.member(marker, 'size')
  if (size === none || findings.enough) return
  const number = tree.number(size)
  const max = number ?? firstOf(tree, size).reduce((larger, each) => Math.max(larger, each), 0)
  const isArea = number === null && tree.string(tree.member(marker, 'sizemode')) === 'area'
  const diameter = isArea ? Math.sqrt(2 * max) : max
  if (diameter <= largestMarker || tree.member(marker, 'sizeref') !== none) return
  const template = tree.member(layout, 'template')
  if (template !== none && tree.text(template).includes('sizeref')) return
  const reference = Number((isArea ? (2 * max) / usualMarker ** 2 : max / usualMarker).toPrecision(2))
  findings.warn(
    size,
    number === null
      ? `makes markers of ${Math.round(diameter)} pixels, which cover the plot; set "sizeref": ${reference}`
      : `makes markers of ${number} pixels, which cover the plot; send a smaller size`,
  )
}

/** Longer typed arrays are not decoded. */
const maxPacked = 10_000

/** The first numbers of an array. */
function firstOf(tree: FigureTree, data: Place): readonly number[] {
  if (tree.is(data, kinds.array))
    return tree.mask(data) & kinds.array ? [] : headOf(tree, data).filter(each => typeof each === 'number')
  if (!isTypedArray(tree, data) || typedLength(tree, data) > maxPacked) return []
  return [...typedValues(tree, data)].filter(Number.isFinite)
}

/** Bars that are thinner than this share of the axis, a twentieth of a pixel, are invisible. */
const thinnest = 1 / 20_000
const dayMs = 86_400_000

/** Warns of bar widths in pixels, because they are in axis units (milliseconds for dates). */
export function checkBarWidths(figure: FigureView, trace: TraceView): void {
  const { tree, findings } = figure
  const { place } = trace
  const width = tree.number(tree.member(place, 'width'))
  if (width === null || !(width > 0) || findings.enough) return
  const letter = tree.string(tree.member(place, 'orientation')) === 'h' ? 'y' : 'x'
  const data = tree.member(place, letter)
  const type = axisTypeOf(figure, trace, letter) ?? '-'
  const kind = type === '-' ? kindOfData(tree, data) : type
  const widthNode = tree.member(place, 'width')
  if (kind === 'category') {
    const count = tree.is(data, kinds.array) ? tree.count(data) : 0
    if (count > 2 && width >= count)
      findings.warn(
        widthNode,
        `makes each bar as wide as ${width} categories, so that bars overlap; at 1, bars touch each other`,
      )
    return
  }
  if (kind !== 'date' && kind !== 'number' && kind !== 'linear') return
  const spread = spreadOf(tree, data)
  const span = spread ? spread[1] - spread[0] : 0
  if (span === 0) return
  // An outline is visible even if the bar is not.
  if (kind === 'date' && width < span * thinnest && tree.at(place, 'marker', 'line') === none)
    findings.warn(
      widthNode,
      `makes bars ${width} milliseconds wide, which is too narrow to be visible; on date axes a day is ${dayMs}`,
    )
  else if (width > span && (tree.count(data) > 2 || isTypedArray(tree, data)))
    findings.warn(
      widthNode,
      `makes bars wider than the distance between all positions, which is ${Number(span.toPrecision(4))}; it is in units of the axis, not in pixels`,
    )
}
