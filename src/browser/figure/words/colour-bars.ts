/** Horizontal colour bars above the plot. */

import { partOf, type WordContext } from './context.ts'

/** For one of them the library moves a headline up, out of the image: the bar goes below that. `headline` in pixels. */
export function fitColourBars({ figure: { data, layout }, space }: WordContext, headline: number): void {
  if (headline === 0 || headline > space.height / 2) return
  const holders = data.flatMap(trace => [trace, partOf(trace, 'marker'), partOf(trace, 'line')])
  const axes = Object.keys(layout).filter(key => /^coloraxis\d*$/.test(key))
  for (const holder of [...holders, ...axes.map(name => partOf(layout, name))]) {
    const bar = partOf(holder, 'colorbar')
    const placed = Object.keys(bar).some(key => /^y(?:ref|anchor)?$/.test(key))
    // A title above its bar would be drawn over it there.
    if (bar.orientation !== 'h' || placed || partOf(bar, 'title').side === 'top') continue
    holder.colorbar = { ...bar, yref: 'container', y: 1 - headline / space.height, yanchor: 'top' }
  }
}
