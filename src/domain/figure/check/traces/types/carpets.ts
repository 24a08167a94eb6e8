/** Checks carpets and the traces on them. */

import { isNumeric } from '../../../../../plotly/schema/values.ts'
import { counted } from '../../../faults.ts'
import { type FigureTree, kinds, none, type Place } from '../../../tree/figure-tree.ts'
import { headOf, isReadWhole } from '../../../tree/head.ts'
import { isFlat, lengthOf } from '../../data/arrays.ts'
import { spreadOf, stepOf } from '../../data/numbers.ts'
import type { Findings } from '../../findings.ts'
import { type FigureView, isHidden, type TraceView } from '../../views.ts'
import { checkCarpetGrid } from './carpet-grids.ts'

/** Checks the data of a carpet, which needs at least two values of b and a row of y for each. */
export function checkCarpetData({ tree, findings }: FigureView, { place }: TraceView): void {
  for (const letter of ['a', 'b'] as const) checkFirstLine(findings, place, letter)
  const carpet = dataOf(tree, place)
  const { a, b, x, y } = carpet
  // Nothing is drawn, so the library does not fail.
  if (a === none || b === none || !lengthOf(tree, y)) return
  checkTicks(findings, tree.member(place, 'aaxis'))
  checkTicks(findings, tree.member(place, 'baxis'))
  if (holdsNone(tree, b)) findings.error(b, 'is empty; send a value for each row of y')
  const knots = isFlat(tree, y)
    ? Math.min(...[a, b, x, y].map(data => lengthOf(tree, data) || Infinity))
    : Infinity
  checkThreads(findings, a, isFlat(tree, y) || lengthOf(tree, a) === 1 ? 1 : 2, knots)
  checkThreads(findings, b, 2, knots)
  checkCarpetGrid(findings, carpet)
}

function dataOf(tree: FigureTree, place: Place) {
  const of = (name: string) => tree.member(place, name)
  return { a: of('a'), b: of('b'), x: of('x'), y: of('y') }
}

const holdsNone = (tree: FigureTree, data: Place) =>
  lengthOf(tree, data) === 0 || (tree.is(data, kinds.array) && tree.mask(data) === kinds.null)

/** Checks the ticks of a carpet axis. */
function checkTicks(findings: Findings, axis: Place): void {
  const { tree } = findings
  if (tree.string(tree.member(axis, 'tickmode')) === 'linear') return
  const [texts, step] = ['ticktext', 'dtick'].map(name => tree.member(axis, name)) as [Place, Place]
  if (texts !== none && !tree.is(texts, kinds.null))
    findings.error(texts, 'makes the charting library fail; leave it out, or set "tickmode": "linear"')
  if (tree.number(step) === 0) findings.error(step, 'is not a step; send a number above 0')
}

/** The maximum distance in steps. */
const farthest = 1e8

/** Refuses a first line that is so far away that adding a step does not change the number, which never ends. */
function checkFirstLine(findings: Findings, trace: Place, letter: 'a' | 'b'): void {
  const { tree } = findings
  const numberAt = (name: string) => {
    const found = tree.at(trace, `${letter}axis`, name)
    return tree.is(found, kinds.number | kinds.string) ? stepOf(tree.value(found)) : Number.NaN
  }
  const ends = spreadOf(tree, tree.member(trace, letter)) ?? [0, 0]
  for (const [first, step, [low, high]] of [
    ['tick0', 'dtick', ends],
    ['arraytick0', 'arraydtick', [0, 0]],
  ] as const) {
    const from = numberAt(first)
    const distance = Math.max(Math.abs(from - low), Math.abs(from - high))
    if (distance / Math.abs(numberAt(step) || 1) > farthest)
      findings.error(
        tree.at(trace, `${letter}axis`, first),
        'is too far from the carpet to count its lines from there; send the position of one of them',
      )
  }
}

/** Checks a list of values. `knots` is the number of values that have a position. */
function checkThreads(findings: Findings, data: Place, wanted: number, knots: number): void {
  const { tree } = findings
  if (!isReadWhole(tree, data) || tree.count(data) === 0 || !isFlat(tree, data)) return
  const values = headOf(tree, data)
  if (values.every(each => each === null)) return
  const count = differentNumbers(values.slice(0, knots))
  if (count < wanted) {
    const placed = values.length > knots ? ` among its first ${knots}, which are the ones with positions` : ''
    findings.error(
      data,
      `contains ${counted(count, 'different number')}${placed}, but a carpet needs at least ${wanted}`,
    )
  }
}

const differentNumbers = (values: readonly unknown[]) => new Set(values.filter(isNumeric).map(Number)).size

/** Checks traces on carpets, which need the carpet they name, or else any. */
export function checkCarpets({ tree, findings, traces }: FigureView): void {
  const idOf = ({ place }: TraceView) => tree.string(tree.member(place, 'carpet'))
  const lying = traces.filter(({ type }) => type === 'scattercarpet' || type === 'contourcarpet')
  if (lying.length === 0) return
  const carpets = traces.filter(({ type }) => type === 'carpet')
  const ids = new Set(carpets.map(idOf))
  for (const trace of lying) {
    const id = idOf(trace)
    if (id === null ? carpets.length > 0 : ids.has(id)) {
      checkKnots(isHidden(tree, trace.place) ? findings.ofHidden : findings, trace)
      continue
    }
    const which = id === null ? '' : ` with "carpet": ${JSON.stringify(id)}`
    findings.warn(
      trace.place,
      `shows nothing: a ${trace.type} trace needs a carpet; send a trace of type "carpet"${which}`,
    )
  }
}

function checkKnots(findings: Findings, { place, type }: TraceView): void {
  const { tree } = findings
  if (type !== 'contourcarpet') return
  const isGrid = !isFlat(tree, tree.member(place, 'z'))
  for (const name of ['a', 'b']) {
    const data = tree.member(place, name)
    if (!tree.is(data, kinds.array)) continue
    if (!isFlat(tree, data))
      findings.error(data, 'must contain one value for each column or row, but contains an array')
    else if (isGrid && tree.count(data) > 1) checkKnotValues(findings, data)
    else if (
      !isGrid &&
      tree.count(data) > 0 &&
      !(tree.mask(data) & kinds.number) &&
      !headOf(tree, data).some(isNumeric)
    )
      findings.error(data, 'contains no number; send positions on the carpet as numbers')
  }
}

/** Checks that all values are numbers, because lines are interpolated between them. */
function checkKnotValues(findings: Findings, data: Place): void {
  const { tree } = findings
  if (!isReadWhole(tree, data)) return
  const values = headOf(tree, data)
  const wrong = values.findIndex(each => each !== null && !isNumeric(each))
  if (wrong !== -1) findings.error(data, 'is not a number; send positions on the carpet as numbers', wrong)
  else if (differentNumbers(values) < 2)
    findings.error(
      data,
      'contains fewer than two different numbers, but lines need two positions on the carpet',
    )
}
