/** Checks numbers on colour scales. */

import { kinds, none, type Place } from '../../tree/figure-tree.ts'
import type { Findings } from '../findings.ts'
import type { FigureView, TraceView } from '../views.ts'
import { pointsOf } from './lengths.ts'

/** Warns of colour limits that are not ascending, which the library ignores. */
export function checkScaleEnds({ tree, findings }: FigureView, { place }: TraceView): void {
  requireBelow(findings, place, 'zmin', 'zmax')
  for (const part of [place, tree.member(place, 'marker'), tree.member(place, 'line')])
    requireBelow(findings, part, 'cmin', 'cmax')
}

function requireBelow(findings: Findings, part: Place, lower: string, upper: string): void {
  const { tree } = findings
  const min = tree.member(part, lower)
  const max = min === none ? none : tree.member(part, upper)
  const [from, to] = [tree.number(min), tree.number(max)]
  if (from !== null && to !== null && from >= to)
    findings.warn(min, `is not less than ${tree.key(max)}, ${to}, so both are ignored`)
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
