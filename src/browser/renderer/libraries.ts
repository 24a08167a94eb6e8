/** Loads libraries that only some figures need, when the first of these is drawn. */

import type { FigureParts } from '../figure/parts.ts'
import { childrenOf } from '../json.ts'
import { pageGlobals } from './plotly.ts'

const { Plotly: plotly } = pageGlobals

/** The fault of the page, not of the figure. */
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

/** Resolves when TeX can be typeset. */
export function loadMath(): Promise<void> {
  math ??= load('/math/tex-svg.js').then(() => pageGlobals.MathJax.startup.promise)
  return math
}

let maps: Promise<void> | null = null

/** Resolves when base maps can be drawn. */
export function loadMaps(): Promise<void> {
  maps ??= load('/geo.js').then(() => {
    // The script stores its maps under the name of the library.
    Object.assign(pageGlobals.PlotlyGeoAssets, pageGlobals.Plotly)
    pageGlobals.Plotly = plotly
  })
  return maps
}

/** Whether the figure uses base maps of the library, which `loadMaps` loads. Tile maps do not need them. */
export function usesMaps({ data, layout }: FigureParts): boolean {
  return (
    data.some(({ type }) => type === 'scattergeo' || type === 'choropleth') ||
    childrenOf(layout, 'geo').length > 0
  )
}
