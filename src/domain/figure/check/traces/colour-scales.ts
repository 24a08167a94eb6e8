/** Checks numbers on colour scales. */

import { kinds, none, type Place } from '../../tree/figure-tree.ts'
import type { Findings } from '../findings.ts'
import type { FigureView, TraceView } from '../views.ts'
import { pointsOf } from './lengths.ts'

/** The library turns the colour scale of a surface into as many colours, and fails if it has more. */
const maxStops = 256

/** Refuses colour scales with more stops than surfaces, meshes and the like can have. */
export function checkScaleStops({ tree, findings, layout }: FigureView, { place, type }: TraceView): void {
  // A mesh without numbers for its colours has no scale.
  if (type === 'mesh3d' && tree.member(place, 'intensity') === none) return
  const axis = tree.string(tree.member(place, 'coloraxis'))
  const scale = tree.member(axis === null ? place : tree.member(layout, axis), 'colorscale')
  const count = tree.is(scale, kinds.array) ? tree.count(scale) : 0
  if (count > maxStops)
    findings.error(scale, `has ${count} stops, more than a ${type} can have; send at most ${maxStops}`)
}

/** Warns of colour limits that the library ignores, and of a colour scale beside the colour axis that replaces it. */
export function checkScaleEnds({ tree, findings }: FigureView, { place }: TraceView): void {
  checkEnds(findings, place, 'z')
  for (const part of [place, tree.member(place, 'marker'), tree.member(place, 'line')]) {
    checkEnds(findings, part, 'c')
    checkColourAxis(findings, part)
  }
}

/** Checks the limits of colour axes. */
export function checkColourAxes({ findings, parts }: FigureView): void {
  for (const { place, kind } of parts.others) if (kind === 'coloraxis') checkEnds(findings, place, 'c')
}

function checkEnds(findings: Findings, part: Place, letter: 'z' | 'c'): void {
  const { tree } = findings
  const [min, max] = [tree.member(part, `${letter}min`), tree.member(part, `${letter}max`)]
  if (min === none && max === none) return
  const [from, to] = [tree.number(min), tree.number(max)]
  if (from !== null && to !== null) {
    if (from >= to) findings.warn(min, `is not less than ${tree.key(max)}, ${to}, so both are ignored`)
  } else if ((min === none || max === none) && tree.member(part, `${letter}auto`) === none) {
    const [sent, missing] = min === none ? [max, 'min'] : [min, 'max']
    if (!findings.enough) findings.warn(sent, `is ignored without ${letter}${missing}; send both`)
  }
}

/** What a colour axis has instead of the trace. */
const ofColourAxis = ['colorscale', 'reversescale', 'zmin', 'cmin', 'colorbar', 'showscale'] as const

function checkColourAxis(findings: Findings, part: Place): void {
  const { tree } = findings
  const axis = tree.string(tree.member(part, 'coloraxis'))
  if (axis === null || findings.enough) return
  const ignored = ofColourAxis.map(name => tree.member(part, name)).find(each => each !== none)
  if (ignored === undefined) return
  const name = tree.key(ignored).replace(/^z/, 'c')
  findings.warn(
    ignored,
    `is ignored, because the colours are those of layout.${axis}; set layout.${axis}.${name}`,
  )
}

/** Warns of `[255, 0, 0]` and the like as a colour, because the numbers are positions on the colour scale. */
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
      `selects colours from the colour scale, one number for each point; for a single colour send "rgb(${rgb.join(', ')})"`,
    )
  }
}

const scaleMembers = ['colorscale', 'coloraxis', 'colorbar', 'showscale', 'cmin', 'cmax', 'cmid']
