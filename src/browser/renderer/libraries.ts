/** What only some figures need, loaded when the first of them comes. */

import type { FigureParts } from '../figure/parts.ts'
import { childrenOf } from '../json.ts'
import { pageGlobals } from './plotly.ts'

const { Plotly: plotly } = pageGlobals

/** The page's own fault, not the figure's. */
export class LibraryMissing extends Error {}

function load(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = address
    script.onload = () => resolve()
    script.onerror = () => reject(new LibraryMissing(`${address} did not load`))
    document.head.append(script)
  })
}

let math: Promise<void> | null = null

/** Resolves when TeX can be set. */
export function loadMath(): Promise<void> {
  math ??= load('/math/tex-svg.js').then(() => pageGlobals.MathJax.startup.promise)
  return math
}

let maps: Promise<void> | null = null

/** Resolves when base maps can be drawn. */
export function loadMaps(): Promise<void> {
  maps ??= load('/geo.js').then(() => {
    // The script leaves its maps where the library was.
    Object.assign(pageGlobals.PlotlyGeoAssets, pageGlobals.Plotly)
    pageGlobals.Plotly = plotly
  })
  return maps
}

/** Whether it draws base maps of the library, which `loadMaps` brings; maps of tiles need none. */
export function usesMaps({ data, layout }: FigureParts): boolean {
  return (
    data.some(({ type }) => type === 'scattergeo' || type === 'choropleth') ||
    childrenOf(layout, 'geo').length > 0
  )
}
