/** Turns one figure into the bytes of images, inside the page. */

import { pixelsOfUri } from '../../plotly/embedded-images.ts'
import { hasFormula } from '../../plotly/tex.ts'
import type { FigureParts } from '../figure/parts.ts'
import { type PreparedFigure, prepareFigure } from '../figure/prepare.ts'
import { encodeImage, isRaster } from './encode/encode.ts'
import { loadMath } from './libraries.ts'
import type { PlotCanvas } from './plot-canvas.ts'
import { plotFigure } from './plot-figure.ts'
import { type PlotElement, pageGlobals } from './plotly.ts'
import type { DrawnImages, PageFormat, PageRequest } from './protocol.ts'
import { scenesOf } from './settle.ts'
import { decodeSvg, readableXml, scaleSvg, withoutViewBox } from './svg.ts'
import { createSvgTrial, type SvgTrial } from './svg-trial.ts'

const { Plotly: plotly } = pageGlobals

/** A WebGL context of the figure was lost, so that it is not the figure's fault that it could not be drawn. */
export class ContextLost extends Error {}

/**
 * Rejects with the library's own error if it refuses the figure. The canvas is empty afterwards. `isContextLost` tells
 * whether the figure has lost a WebGL context.
 */
export async function drawFigure(
  canvas: PlotCanvas,
  request: PageRequest,
  isContextLost: () => boolean,
): Promise<DrawnImages> {
  const tex = hasFormula(request.data) || hasFormula(request.layout)
  if (tex) await loadMath()
  const prepare = () => prepareFigure(partsOf(request), { ...request, offline: true })
  const svgTrial = createSvgTrial(request)
  return { ...(await drawPrepared(canvas, prepare, request, { tex, isContextLost, svgTrial })), tex }
}

/** A new copy of the request's figure, because drawing changes it. */
export const partsOf = ({ data, layout, frames }: PageRequest): FigureParts => ({
  data: JSON.parse(data),
  layout: JSON.parse(layout),
  frames: frames === null ? [] : JSON.parse(frames),
})

/** Like `drawFigure`, for a figure that `prepare` creates as often as it is called. */
export async function drawPrepared(
  canvas: PlotCanvas,
  prepare: () => PreparedFigure,
  request: PageRequest,
  {
    tex = false,
    isContextLost = () => false,
    svgTrial,
  }: { tex?: boolean; isContextLost?: () => boolean; svgTrial?: SvgTrial } = {},
): Promise<Omit<DrawnImages, 'tex'>> {
  try {
    const { plot, omitted } = await plotFigure(canvas, prepare, request.locale, svgTrial?.beforePlot)
    await svgTrial?.afterPlot(plot)
    const { width, height } = plot._fullLayout
    const canvases = plot.querySelectorAll('canvas').length + scenesOf(plot).length
    const bitmaps = [...plot.querySelectorAll('image')].map(({ href }) => pixelsOf(href.baseVal))
    const encoded = await imagesOf(plot, canvas, request, isPaintable(plot, request) && !tex)
    const usual = width * height
    const decoded = 4 * bitmaps.reduce<number>((sum, pixels) => sum + (pixels ?? usual), canvases * usual)
    const webgl = { usedWebgl: canvases > 0, contextLost: isContextLost() }
    return { ...encoded, omitted, width, height, decoded, ...webgl }
  } catch (error) {
    throw isContextLost() ? new ContextLost('a WebGL context was lost') : error
  } finally {
    canvas.clear()
  }
}

/**
 * In characters. A template can give a thousand images one source of a megabyte, and the service would hold the svg several
 * times over.
 */
const longestSvg = 2 ** 26

/** An svg may contain images of any size, in words that only a browser understands. */
const pixelsInSvg = 2 ** 25

const pixelsOf = (address: string): number | null =>
  /^\s*data:image\/svg/i.test(address) ? pixelsInSvg : pixelsOfUri(address)

/**
 * Whether the plot has the same pixels as its svg. A size with fractions scales the svg slightly, and browsers capitalize the
 * first words of lines only outside an svg. Formulas differ by fractions of a pixel. A 3d scene is removed when it is
 * painted, so that no svg could be written.
 */
function isPaintable(
  { _fullLayout: drawn }: PlotElement,
  { data, layout, frames, formats, scale }: PageRequest,
): boolean {
  const isWhole = Number.isInteger(drawn.width) && Number.isInteger(drawn.height)
  const capitalizes = [data, layout, frames].some(text => text?.includes('word caps'))
  const keepsParts = !drawn._has('gl3d') || formats.every(isRaster)
  return scale === 1 && isWhole && !capitalizes && keepsParts
}

async function imagesOf(
  plot: PlotElement,
  canvas: PlotCanvas,
  { formats, scale }: PageRequest,
  paintable: boolean,
): Promise<Pick<DrawnImages, 'images' | 'encodeMs'>> {
  const { width, height } = plot._fullLayout
  const rasters = formats.filter(isRaster)
  const painted = paintable && rasters.length > 0 ? await canvas.paint(width, height) : null
  // Writing the svg destroys the plot, so painting comes first.
  const svg =
    painted && rasters.length === formats.length ? '' : readableXml(plotly.Snapshot.toSVG(plot, 'svg', 1))
  const source = rasters.length === 0 ? null : (painted ?? (await decodeSvg(withoutViewBox(svg))))
  const images: Partial<Record<PageFormat, string>> = {}
  const begun = performance.now()
  for (const format of formats) {
    if (isRaster(format)) images[format] = await encodeImage(source!, format, width * scale, height * scale)
    else if (svg.length <= longestSvg)
      images[format] = format === 'svg' && scale !== 1 ? scaleSvg(svg, width, height, scale) : svg
  }
  return { images, encodeMs: performance.now() - begun }
}
