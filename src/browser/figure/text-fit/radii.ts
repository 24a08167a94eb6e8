/** The numbers along the radius of small polar plots. */

import { partOf } from '../../json.ts'
import { circlesOf } from './angles.ts'
import type { FitContext } from './context.ts'
import { domainOf, lengthOf, plotOf } from './plot.ts'

/** In pixels: the radius below which there are fewer numbers, and the space for each. */
const smallRadius = 160
const perNumber = 36

/** The library turns numbers that are too close to each other, and writes all of them. */
export function fitRadii(context: FitContext): void {
  const { data, layout } = context.figure
  const plot = plotOf(context)
  for (const { name } of circlesOf(data, layout)) {
    const polar = partOf(layout, name)
    const { x, y } = domainOf(partOf(polar, 'domain'), partOf(layout, 'grid'))
    const radius = Math.min(lengthOf(x) * plot.width, lengthOf(y) * plot.height) / 2
    const axis = partOf(polar, 'radialaxis')
    const isSet = ['nticks', 'dtick', 'tickvals', 'tickmode'].some(key => axis[key] !== undefined)
    if (isSet || radius >= smallRadius) continue
    const nticks = Math.max(2, Math.floor(radius / perNumber))
    layout[name] = { ...polar, radialaxis: { ...axis, nticks } }
  }
}
