/**
 * Plots a figure with the library and waits until nothing moves. Maps that do not finish loading are drawn empty, and
 * reported.
 */

import { bareMaps, hasMaps } from '../figure/bare-maps.ts'
import { localeConfig } from '../figure/locale.ts'
import type { PreparedFigure } from '../figure/prepare.ts'
import { pixelRatioOf } from './pixel-ratio.ts'
import type { PlotCanvas } from './plot-canvas.ts'
import { type PlotElement, pageGlobals } from './plotly.ts'
import { seedRandom } from './seed-random.ts'
import { settle } from './settle.ts'
import type { SvgTrial } from './svg-trial.ts'

const { Plotly: plotly } = pageGlobals

const config = {
  staticPlot: true,
  _exportedPlot: true,
  setBackground: false,
  /** Where the outlines of countries are, each of which is loaded once and kept by the library. */
  topojsonURL: '/maps/',
}

/** In milliseconds. Maps have nothing to load here; eighteen of them take two seconds on a slow machine. */
const mapPatience = 8000

export interface Plotted {
  readonly plot: PlotElement
  /** Addresses and parts that were left out. */
  readonly omitted: readonly string[]
}

/**
 * `prepare` returns a figure that may be changed; `locale` determines the format of numbers and dates; `beforePlot` gets the
 * prepared layout. Rejects with the library's own error if it refuses the figure.
 */
export async function plotFigure(
  canvas: PlotCanvas,
  prepare: () => PreparedFigure,
  locale: string | null,
  beforePlot: SvgTrial['beforePlot'] = async () => {},
): Promise<Plotted> {
  const figure = prepare()
  await beforePlot(figure.layout)
  if (!hasMaps(figure)) return plotPrepared(canvas, figure, locale)
  try {
    return await within(mapPatience, plotPrepared(canvas, figure, locale))
  } catch {
    // The map has a source that never loads, a style that the map library cannot read, or an endless animation.
    const bare = prepare()
    const without = bareMaps(bare)
    return plotPrepared(canvas, { ...bare, omitted: [...bare.omitted, ...without] }, locale)
  }
}

async function plotPrepared(
  canvas: PlotCanvas,
  figure: PreparedFigure,
  locale: string | null,
): Promise<Plotted> {
  seedRandom()
  const plot = await plotly.newPlot(canvas.mount(), {
    data: figure.data,
    layout: figure.layout,
    config: { ...config, ...localeConfig(locale), plotGlPixelRatio: pixelRatioOf(figure) },
  })
  plotly.Snapshot.getRedrawFunc(plot)()
  await settle(plot)
  return { plot, omitted: figure.omitted }
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the maps do not come to rest')), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
