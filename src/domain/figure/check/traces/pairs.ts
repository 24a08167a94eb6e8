/** Values that say something only together: ends of a scale, the best and worst price, a tick and its text. */

import { kinds, none, type Place } from '../../tree/figure-tree.ts'
import { headOf } from '../../tree/head.ts'
import { lengthOf } from '../data/arrays.ts'
import { positionOf, stepOf } from '../data/numbers.ts'
import type { Findings } from '../findings.ts'
import type { FigureView, TraceView } from '../views.ts'
import { pointsOf } from './lengths.ts'

/** Each bar reaches from its lowest to its highest price. */
export function checkPrices({ tree, findings }: FigureView, { place }: TraceView): void {
  const [high, low] = [tree.member(place, 'high'), tree.member(place, 'low')]
  if (findings.enough || !tree.is(high, kinds.array) || !tree.is(low, kinds.array)) return
  const [highs, lows] = [headOf(tree, high), headOf(tree, low)]
  const wrong = highs.findIndex(
    (each, i) => each !== null && lows[i] != null && Number(each) < Number(lows[i]),
  )
  if (wrong !== -1)
    findings.warn(
      high,
      `${highs[wrong]} is less than the low of this bar, ${lows[wrong]}; are high and low swapped?`,
      wrong,
    )
}

/** Colour scales: the library leaves out both ends unless the one is below the other. */
export function checkScaleEnds({ tree, findings }: FigureView, { place }: TraceView): void {
  requireBelow(findings, place, 'zmin', 'zmax')
  for (const part of [place, tree.member(place, 'marker'), tree.member(place, 'line')])
    requireBelow(findings, part, 'cmin', 'cmax')
}

function requireBelow(findings: Findings, part: Place, lower: string, upper: string): void {
  const { tree } = findings
  const least = tree.member(part, lower)
  const most = least === none ? none : tree.member(part, upper)
  const [from, to] = [tree.number(least), tree.number(most)]
  if (from !== null && to !== null && from >= to)
    findings.warn(least, `is not less than ${tree.key(most)}, ${to}, so both are left out`)
}

/** Texts of ticks stand at places. */
export function checkTickTexts(findings: Findings, axis: Place): void {
  const { tree } = findings
  const [texts, places] = [tree.member(axis, 'ticktext'), tree.member(axis, 'tickvals')]
  const mode = tree.string(tree.member(axis, 'tickmode'))
  if (texts === none && places === none) {
    if (mode === 'array')
      findings.warn(axis, 'needs tickvals, the places of ticks; without them they are chosen', 'tickmode')
    return
  }
  if (mode === 'auto' || mode === 'linear') {
    const member = places === none ? texts : places
    findings.warn(member, `is not drawn with "tickmode": "${mode}"; leave tickmode out`)
  } else if (places === none) findings.warn(texts, 'is drawn only with tickvals, the places of these texts')
  else warnOfLengths(findings, texts, places)
}

function warnOfLengths(findings: Findings, texts: Place, places: Place): void {
  const { tree } = findings
  const [had, wanted] = [lengthOf(tree, texts), lengthOf(tree, places)]
  if (had && wanted && had !== wanted)
    findings.warn(texts, `has ${had} texts for ${wanted} tickvals; send one for each`)
}

/** `[255, 0, 0]` and the like, where numbers choose from the colour scale, one for each point. */
export function checkColourParts({ tree, findings }: FigureView, trace: TraceView): void {
  const marker = tree.member(trace.place, 'marker')
  const colour = tree.member(marker, 'color')
  if (findings.enough || !tree.is(colour, kinds.array) || tree.mask(colour) !== kinds.number) return
  const count = tree.count(colour)
  if ((count !== 3 && count !== 4) || scaleMembers.some(name => tree.member(marker, name) !== none)) return
  const parts = tree.value(colour) as number[]
  const isColour = parts.slice(0, 3).every(part => Number.isInteger(part) && part >= 0 && part <= 255)
  const areShares = parts.every(part => part >= 0 && part <= 1) && !parts.every(Number.isInteger)
  const isForPoints = count === pointsOf(tree, trace)
  if ((isColour && (!isForPoints || parts.includes(255))) || (areShares && !isForPoints)) {
    const rgb = parts.slice(0, 3).map(part => (areShares ? Math.round(part * 255) : part))
    findings.warn(
      colour,
      `chooses from the colour scale, one number a point; for one colour send "rgb(${rgb.join(', ')})"`,
    )
  }
}

const scaleMembers = ['colorscale', 'coloraxis', 'colorbar', 'showscale', 'cmin', 'cmax', 'cmid']

/** Bins in two directions are cells: of none no picture can be made. */
export function checkBins({ tree, findings }: FigureView, { place, type }: TraceView): void {
  for (const name of ['xbins', 'ybins']) {
    const [start, end, size] = ['start', 'end', 'size'].map(which => tree.at(place, name, which)) as [
      Place,
      Place,
      Place,
    ]
    const [from, to] = [start, end].map(each =>
      each === none ? Number.NaN : positionOf(tree.value(each)),
    ) as [number, number]
    if (to <= from) findings.error(end, `is not above the start; send a larger one, or leave ${name} out`)
    else if (type === 'histogram2dcontour' && size !== none && stepOf(tree.value(size)) >= to - from)
      findings.warn(size, 'makes one bin, so nothing is drawn between bins; send a smaller one')
  }
}

/** A list says what clusters of each size look like: sizes begin at the steps, the first of them below all steps. */
export function checkClusters({ tree, findings }: FigureView, { place }: TraceView): void {
  const cluster = tree.member(place, 'cluster')
  if (cluster === none || tree.is(tree.member(cluster, 'enabled'), kinds.false)) return
  if (/^(?!.*markers)./.test(tree.string(tree.member(place, 'mode')) ?? ''))
    findings.warn(cluster, 'is of markers, which this mode does not show: nothing is put together')
  const steps = lengthOf(tree, tree.member(cluster, 'step')) ?? 0
  for (const name of ['color', 'size', 'opacity']) {
    const looks = tree.member(cluster, name)
    const count = lengthOf(tree, looks)
    if (count !== null && (count < 2 || count > steps + 1))
      findings.error(
        looks,
        `has ${count} values for ${steps} values of step; send one more than those, or one for all`,
      )
  }
}

/** The axes of a diagram of all pairs, one for each dimension. */
export function checkPairAxes({ tree, findings }: FigureView, { place }: TraceView): void {
  const wanted = lengthOf(tree, tree.member(place, 'dimensions')) ?? 0
  for (const name of ['xaxes', 'yaxes']) {
    const axes = tree.member(place, name)
    const count = lengthOf(tree, axes)
    if (count !== null && count < wanted)
      findings.error(axes, `names ${count} axes for ${wanted} dimensions; send one for each, or leave it out`)
  }
}
