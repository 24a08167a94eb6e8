/** Checks the dimensions of parallel coordinates, parallel categories and scatter matrices. */

import { isOfCategory } from '../../../../../plotly/schema/schema.ts'
import { counted } from '../../../faults.ts'
import { type FigureTree, kinds, none, type Place } from '../../../tree/figure-tree.ts'
import { headOf } from '../../../tree/head.ts'
import { extentOf, isFlat, lengthOf } from '../../data/arrays.ts'
import type { Findings } from '../../findings.ts'
import type { FigureView, TraceView } from '../../views.ts'

/** Longer arrays are not read. */
const maxCategories = 10_000

/** The visible dimensions in order. */
function dimensionsOf(tree: FigureTree, trace: Place): readonly Place[] {
  const list = tree.member(trace, 'dimensions')
  const drawn: Place[] = []
  if (!tree.is(list, kinds.array)) return drawn
  for (let each = tree.first(list); each !== none; each = tree.next(each)) {
    if (!tree.is(tree.member(each, 'visible'), kinds.false) && lengthOf(tree, tree.member(each, 'values')))
      drawn.push(each)
  }
  return drawn
}

/** Checks parallel categories, for which the library takes the number of values from the first dimension. */
export function checkCategories({ tree, findings }: FigureView, { place }: TraceView): void {
  const dimensions = dimensionsOf(tree, place)
  const valuesOf = (dimension: Place) => tree.member(dimension, 'values')
  const count = dimensions[0] === undefined ? 0 : (lengthOf(tree, valuesOf(dimensions[0])) ?? 0)
  for (const dimension of dimensions) {
    const values = valuesOf(dimension)
    const length = lengthOf(tree, values) ?? 0
    if (length < count)
      findings.error(
        values,
        `has ${counted(length, 'value')}, but the first dimension has ${count}; send as many`,
      )
    checkCategoryNames(findings, dimension, count)
  }
}

/** Checks the category names of a dimension. Names are compared as texts, and values without a name come last. */
function checkCategoryNames(findings: Findings, dimension: Place, count: number): void {
  const { tree } = findings
  const [categories, values] = ['categoryarray', 'values'].map(name => tree.member(dimension, name)) as [
    Place,
    Place,
  ]
  const order = tree.string(tree.member(dimension, 'categoryorder')) ?? 'array'
  if (order !== 'array' || !tree.is(categories, kinds.array) || !tree.is(values, kinds.array)) return
  if (tree.count(categories) > maxCategories || tree.count(values) > maxCategories) return
  const names = (tree.value(categories) as unknown[]).map(String)
  const used = new Set((tree.value(values) as unknown[]).slice(0, count).map(String))
  const isUsed = (name: string, i: number) => used.has(name) && names.lastIndexOf(name) === i
  const unused = names.findIndex((name, i) => !isUsed(name, i))
  if (unused === -1) return
  const isBeforeValues =
    names.some((name, i) => i > unused && isUsed(name, i)) || [...used].some(name => !names.includes(name))
  if (isBeforeValues)
    findings.error(
      categories,
      'names a category without values before one with values; put it last, or leave it out',
      unused,
    )
}

/** Warns of values that are not numbers, between which no lines are drawn. */
export function checkScales({ tree, findings }: FigureView, { place }: TraceView): void {
  const list = tree.member(place, 'dimensions')
  if (tree.is(list, kinds.array) && tree.first(list) !== none && dimensionsOf(tree, place).length === 0)
    findings.warn(list, 'shows nothing: a dimension needs values')
  const lengths = dimensionsOf(tree, place).map(each => lengthOf(tree, tree.member(each, 'values')) ?? 0)
  const [shortest, longest] = extentOf(Float64Array.from(lengths)) ?? [0, 0]
  for (const dimension of dimensionsOf(tree, place)) {
    const values = tree.member(dimension, 'values')
    const length = lengthOf(tree, values) ?? 0
    if (length < longest && !findings.enough)
      findings.warn(
        values,
        `has ${counted(length, 'value')}, but another dimension has ${longest}: only ${shortest} lines are drawn`,
      )
    if (findings.enough || !tree.is(values, kinds.array) || !isFlat(tree, values)) continue
    const read = headOf(tree, values)
    if (read.length > 0 && read.every(each => typeof each === 'string' && !Number.isFinite(Number(each))))
      findings.warn(
        values,
        'contains texts, but a parcoords axis needs numbers; number them and send the texts as ticktext',
      )
  }
}

/** Checks the axes of a scatter matrix, one per dimension. */
export function checkMatrixAxes({ tree, findings }: FigureView, { place }: TraceView): void {
  const wanted = lengthOf(tree, tree.member(place, 'dimensions')) ?? 0
  for (const name of ['xaxes', 'yaxes']) {
    const axes = tree.member(place, name)
    const count = lengthOf(tree, axes)
    if (count !== null && count < wanted)
      findings.error(
        axes,
        `contains ${count} axes for ${wanted} dimensions; send one for each, or leave it out`,
      )
  }
}

/** Refuses a matrix of which a single plot is left, for which the library makes no axes and fails. */
export function checkMatrixHalves({ tree, findings, traces }: FigureView, { place }: TraceView): void {
  const isSingle = (trace: Place) => {
    const halves = ['showupperhalf', 'showlowerhalf'].map(name => tree.member(trace, name))
    return (
      lengthOf(tree, tree.member(trace, 'dimensions')) === 2 &&
      dimensionsOf(tree, trace).length === 2 &&
      tree.is(tree.at(trace, 'diagonal', 'visible'), kinds.false) &&
      halves.filter(half => tree.is(half, kinds.false)).length === 1
    )
  }
  // Others on the same axes may make them.
  const alone = traces.every(each => !isOfCategory(each.type, 'cartesian') || isSingle(each.place))
  if (alone && isSingle(place))
    findings.error(
      tree.at(place, 'diagonal', 'visible'),
      'leaves a single plot, on which the charting library fails; leave it out, or send a trace of type "scatter"',
    )
}

/** Warns of categories in two levels, of which WebGL draws nothing. */
export function checkMatrixCategories({ tree, findings, parts }: FigureView, { place }: TraceView): void {
  dimensionsOf(tree, place).forEach((dimension, at) => {
    const values = tree.member(dimension, 'values')
    if (!isFlat(tree, values))
      findings.warn(values, 'contains lists, so nothing is drawn; send one name or number for each value')
    for (const letter of ['x', 'y'] as const) {
      const id = axisIdAt(tree, tree.member(place, `${letter}axes`), at) ?? letter + (at === 0 ? '' : at + 1)
      const type = tree.member(parts.axes.find(axis => axis.id === id)?.place ?? none, 'type')
      if (tree.string(type) === 'multicategory')
        findings.warn(type, 'shows nothing of a scatter plot matrix; leave it out, or send "category"')
    }
  })
}

function axisIdAt(tree: FigureTree, ids: Place, at: number): string | null {
  const id = tree.is(ids, kinds.array) ? headOf(tree, ids)[at] : null
  return typeof id === 'string' ? id : null
}

/** The maximum number of ticks, which are created and measured one by one. */
const maxItems = 4_000
const oneByOne = 'are drawn one by one, which may take longer than an image is allowed to'

/** Limits the total number of ticks on parallel axes. */
export function checkScaleTicks({ tree, findings }: FigureView, { place }: TraceView): void {
  const list = tree.member(place, 'dimensions')
  if (!tree.is(list, kinds.array)) return
  let ticks = 0
  for (let each = tree.first(list); each !== none; each = tree.next(each))
    ticks += lengthOf(tree, tree.member(each, 'tickvals')) ?? 0
  if (ticks > maxItems) findings.warn(list, `${ticks} ticks ${oneByOne}; send at most ${maxItems}`)
}
