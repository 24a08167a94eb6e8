/** Values that the library takes for something else than they were likely meant as. */

import { isOfCategory } from '../../../../plotly/schema.ts'
import { parallelData } from '../../../../plotly/trace-data.ts'
import { isNumeric } from '../../../../plotly/values.ts'
import { shortened } from '../../faults.ts'
import { containers, type FigureTree, kinds, none, type Place } from '../../tree/figure-tree.ts'
import { headOf } from '../../tree/head.ts'
import { maxPoints } from '../costs/budgets.ts'
import { dataAt, isFlat, lengthOf, numbersOf } from '../data/arrays.ts'
import { axisOf, isDate } from '../data/dates.ts'
import { isTypedArray } from '../data/typed-arrays.ts'
import type { Findings } from '../findings.ts'
import type { FigureView, TraceView } from '../views.ts'
import { checkTickTexts } from './pairs.ts'

const quote = (value: unknown) => shortened(JSON.stringify(value))
const isNumber = (text: string) => text.trim() !== '' && Number.isFinite(Number(text))

/** Numbers that a logarithmic axis has no place for. */
export function checkLogarithms(figure: FigureView, trace: TraceView): void {
  const { tree, findings } = figure
  if (findings.enough) return
  for (const letter of ['x', 'y'] as const) {
    const data = tree.member(trace.place, letter)
    if (!tree.is(data, kinds.array) || tree.mask(data) & ~(kinds.number | kinds.null)) continue
    if (tree.string(tree.member(axisOf(figure, trace, letter), 'type')) !== 'log') continue
    const numbers = headOf(tree, data).filter(each => typeof each === 'number')
    const isWhole = tree.end(data) - tree.start(data) < 4_096
    if (isWhole && numbers.length > 0 && numbers.every(each => each <= 0))
      findings.warn(data, 'holds no number above 0, so a logarithmic axis shows none of them')
  }
}

/** A slider under an axis that is hidden. */
function checkSlider(findings: Findings, axis: Place): void {
  const { tree } = findings
  const slider = tree.member(axis, 'rangeslider')
  const isWanted = tree.is(slider, kinds.object) && !tree.is(tree.member(slider, 'visible'), kinds.false)
  if (isWanted && tree.is(tree.member(axis, 'visible'), kinds.false))
    findings.warn(slider, 'is not drawn, since its axis is not visible')
}

/** Ranges and domains of axes. */
export function checkAxes({ tree, findings, parts }: FigureView): void {
  for (const { place: axis } of parts.axes) {
    if (findings.enough) return
    checkTickTexts(findings, axis)
    checkSlider(findings, axis)
    const range = pairOf(tree, tree.member(axis, 'range'))
    if (range && tree.string(tree.member(axis, 'type')) === 'log' && Math.max(...range) > 30) {
      const powers = range.map(each => (each > 0 ? Number(Math.log10(each).toPrecision(3)) : 0))
      findings.warn(
        tree.member(axis, 'range'),
        `is in powers of ten on a logarithmic axis; did you mean [${powers.join(', ')}]?`,
      )
    }
    const domain = pairOf(tree, tree.member(axis, 'domain'))
    if (domain && domain[0]! >= domain[1]!)
      findings.warn(tree.member(axis, 'domain'), 'ends before it begins, so the whole width is taken')
  }
}

function pairOf(tree: FigureTree, place: Place): readonly number[] | null {
  if (!tree.is(place, kinds.array) || tree.count(place) !== 2 || tree.mask(place) !== kinds.number)
    return null
  return tree.value(place) as number[]
}

/** Slices that are none. */
export function checkSlices({ tree, findings }: FigureView, { place, type }: TraceView): void {
  const step = tree.member(place, 'dlabel')
  if (tree.number(step) === 0 && tree.member(place, 'labels') === none)
    findings.error(step, 'is no step from one label to the next; send another number, or labels')
  const isWrong = (each: unknown) => each !== null && !(Number(each) >= 0)
  const message = 'is no slice, so it is left out; send numbers from 0 on'
  warnOfFirst(findings, tree.member(place, 'values'), isWrong, message)
  const position = tree.member(place, 'textposition')
  if (type === 'funnelarea' && tree.is(position, kinds.array))
    findings.warn(position, 'holds several values, but one for all is taken here; the default is drawn')
}

/** Places beyond the poles, and what is no number of degrees. */
export function checkDegrees({ tree, findings }: FigureView, { place, type }: TraceView): void {
  const isBeyond = (each: unknown) => typeof each === 'number' && Math.abs(each) > 90
  const isText = (each: unknown) => typeof each === 'string' && each !== '' && !isNumber(each)
  const lat = tree.member(place, 'lat')
  warnOfFirst(
    findings,
    lat,
    isBeyond,
    'lies beyond the poles, so the point is left out; are lat and lon swapped?',
  )
  if (isOfCategory(type, 'map') && lat !== none && isTypedArray(tree, lat)) {
    const wrong = numbersOf(tree, lat).findIndex(each => Math.abs(each) > 90)
    if (wrong !== -1) findings.error(lat, 'lies beyond the poles; are lat and lon swapped?', wrong)
  }
  for (const data of [lat, tree.member(place, 'lon')]) {
    if (tree.is(data, kinds.array) && tree.mask(data) & kinds.string)
      warnOfFirst(
        findings,
        data,
        isText,
        'is no number of degrees, so the point is left out; send one as 48.1',
      )
  }
}

const measures: ReadonlySet<unknown> = new Set(['relative', 'r', 'absolute', 'a', 'total', 't', '', null])

/** A funnel lies, its lengths in x, unless it has no x. */
export function checkFunnel({ tree, findings }: FigureView, { place }: TraceView): void {
  const [x, y] = [tree.member(place, 'x'), tree.member(place, 'y')]
  if (findings.enough || tree.member(place, 'orientation') !== none) return
  if (!tree.is(x, kinds.array) || !tree.is(y, kinds.array)) return
  if (tree.mask(x) === kinds.string && tree.mask(y) === kinds.number && !headOf(tree, x).every(isNumeric))
    findings.warn(x, 'holds names where a funnel has its lengths; swap x and y, or set "orientation": "v"')
}

/** Bars stand, their lengths in y, unless they are laid down. */
export function checkBarLengths({ tree, findings }: FigureView, { place }: TraceView): void {
  const lies = tree.string(tree.member(place, 'orientation')) === 'h'
  const [lengths, places] = (lies ? ['x', 'y'] : ['y', 'x']).map(name => tree.member(place, name)) as [
    Place,
    Place,
  ]
  if (findings.enough || !tree.is(lengths, kinds.array) || tree.mask(lengths) !== kinds.string) return
  if (
    !tree.is(places, kinds.array) ||
    tree.mask(places) !== kinds.number ||
    headOf(tree, lengths).some(each => isNumeric(each) || isDate(String(each)))
  )
    return
  findings.warn(
    lengths,
    `holds names where these bars have their lengths; swap x and y, or ${lies ? 'leave orientation out' : 'set "orientation": "h"'}`,
  )
}

/** What a bar of a waterfall measures: any other word is taken for the first of them. */
export function checkMeasures({ tree, findings }: FigureView, { place }: TraceView): void {
  const isOther = (each: unknown) => !measures.has(each)
  const message = 'is none of relative, absolute, total, so the bar is drawn as relative'
  warnOfFirst(findings, tree.member(place, 'measure'), isOther, message)
}

/** Selected points are a list of their numbers. */
export function checkSelection({ tree, findings }: FigureView, { place, type }: TraceView): void {
  const selected = tree.member(place, 'selectedpoints')
  if (selected !== none && !tree.is(selected, containers | kinds.false)) {
    if (type === 'splom' && tree.is(selected, kinds.number))
      findings.error(selected, 'is no array of points by number; send one, such as [0, 2]')
    else findings.warn(selected, 'is no array of points by number, so none is selected')
  }
  const isNone = (each: unknown) => !(Number.isInteger(each) && Number(each) >= 0 && Number(each) < maxPoints)
  warnOfFirst(findings, selected, isNone, 'is no point of a trace, so it selects none')
}

/**
 * Two lists in a list name categories in two levels. Of others the library reads two, and of lists of numbers it takes
 * the numbers for names: boxes, a column of an array.
 */
export function checkNesting({ tree, findings }: FigureView, { place }: TraceView): void {
  const data = ['x', 'y'].map(letter => tree.member(place, letter)).filter(each => each !== none)
  for (const lists of data) {
    const count = findings.enough || isFlat(tree, lists) ? 0 : (lengthOf(tree, lists) ?? 0)
    if (count === 0 || (tree.is(lists, kinds.array) && tree.mask(lists) !== kinds.array)) continue
    if (count !== 2)
      findings.warn(lists, `holds ${count} lists where the charting library reads two; ${oneList}`)
    else if (data.length === 1 && holdsNumbers(tree, lists))
      findings.warn(lists, `holds two lists of numbers, which are drawn as names of categories; ${oneList}`)
  }
}

const oneList = 'send one list: [ … ], and a trace for each'

/** Points of traces on other subplots are no lists. */
export function checkFlatness({ tree, findings }: FigureView, { place, type }: TraceView): void {
  for (const name of parallelData[type]?.[0] ?? []) {
    const data = dataAt(tree, place, name)
    if (findings.enough || isFlat(tree, data) || !lengthOf(tree, data)) continue
    findings.warn(
      data,
      'holds lists where values are read, so these points are not drawn; send one list: [ … ]',
    )
  }
}

/** Looked at are the first of all values and the last. */
function holdsNumbers(tree: FigureTree, lists: Place): boolean {
  if (!tree.is(lists, kinds.array)) return true
  const [start, end] = [tree.start(lists), tree.end(lists)]
  const text = (from: number, to: number) => tree.bytes.toString('latin1', from, to)
  return (
    /^\[\s*\[\s*[-\d]/.test(text(start, start + 100)) &&
    /\d\s*\]\s*\]$/.test(text(Math.max(start, end - 100), end))
  )
}

function warnOfFirst(
  findings: Findings,
  data: Place,
  isWrong: (value: unknown) => boolean,
  message: string,
): void {
  const { tree } = findings
  if (findings.enough || !tree.is(data, kinds.array)) return
  const values = headOf(tree, data)
  const wrong = values.findIndex(isWrong)
  if (wrong !== -1) findings.warn(data, () => `${quote(values[wrong])} ${message}`, wrong)
}

/** A table's columns: one list of cells for each header. */
export function checkColumns({ tree, findings }: FigureView, { place }: TraceView): void {
  const cells = tree.at(place, 'cells', 'values')
  const [headers, columns] = [lengthOf(tree, tree.at(place, 'header', 'values')), lengthOf(tree, cells)]
  if (headers && columns && headers !== columns && tree.mask(cells) === kinds.array)
    findings.warn(
      cells,
      `holds ${columns} columns for ${headers} headers; send a list for each column, not row by row`,
    )
}
