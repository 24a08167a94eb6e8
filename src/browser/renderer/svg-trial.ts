/**
 * Reports the SVG images of a figure to the renderer, and tries them one by one if it asks for it. A few hundred bytes of
 * SVG can take minutes to draw. Nothing in the page can interrupt that, so the renderer ends the page, and has to know
 * which image was being drawn.
 */

import { type JsonObject, objectsIn, partOf } from '../json.ts'
import { type PlotElement, pageGlobals } from './plotly.ts'
import type { PageRequest } from './protocol.ts'

export interface SvgTrial {
  /** To be called before the library is given the layout, because it loads the images. */
  beforePlot(layout: JsonObject): Promise<void>
  /** To be called when the plot is complete. */
  afterPlot(plot: PlotElement): Promise<void>
}

type SvgImage = JsonObject & { source: string }

const isSvg = (source: unknown): source is string =>
  typeof source === 'string' && /^\s*data:image\/svg/i.test(source)

/** Reports one image, without which a figure would be drawn faster, or tries all of them. */
export function createSvgTrial({ scale, triesSvgImages }: PageRequest): SvgTrial {
  const report = (path: string) => pageGlobals.plotgateSvgImage(path)
  const paths = new Map<string, string>()
  const images = new Map<string, HTMLImageElement | null>()

  /** Null if it cannot be loaded. */
  async function imageOf(source: string): Promise<HTMLImageElement | null> {
    const found = images.get(source)
    if (found !== undefined) return found
    const image = new Image()
    // Another address, because the animations of this image begin now, and those of the figure's later.
    image.src = `${source}#`
    const loaded = await image.decode().then(
      () => image,
      () => null,
    )
    images.set(source, loaded)
    return loaded
  }

  return {
    async beforePlot(layout) {
      for (const [path, { source }] of svgImagesIn(layout)) if (!paths.has(source)) paths.set(source, path)
      const [first] = paths.values()
      if (first === undefined) return
      if (!triesSvgImages) return report(first)
      const context = contextOf(1, 1)
      for (const [source, path] of paths) {
        report(path)
        const image = await imageOf(source)
        if (image) drawNow(context, image, new DOMRect(0, 0, 1, 1))
      }
      report('')
    },

    async afterPlot(plot) {
      if (!triesSvgImages || paths.size === 0) return
      const { width, height } = plot._fullLayout
      const context = contextOf(width * scale, height * scale)
      context.scale(scale, scale)
      const { left, top } = plot.getBoundingClientRect()
      for (const element of plot.querySelectorAll('image')) {
        const source = element.href.baseVal
        const path = paths.get(source)
        if (path === undefined) continue
        report(path)
        const image = await imageOf(source)
        const box = element.getBoundingClientRect()
        if (image) drawNow(context, image, new DOMRect(box.x - left, box.y - top, box.width, box.height))
      }
      context.canvas.width = 0
      report('')
    },
  }
}

/** The JSON path and the part of each SVG image. */
function svgImagesIn(layout: JsonObject): (readonly [path: string, image: SvgImage])[] {
  const imagesOf = (parent: JsonObject, path: string) =>
    objectsIn(parent.images).flatMap((image, at) =>
      isSvg(image.source) ? [[`${path}.images[${at}].source`, image as SvgImage] as const] : [],
    )
  const template = partOf(partOf(layout, 'template'), 'layout')
  return [...imagesOf(layout, 'layout'), ...imagesOf(template, 'layout.template.layout')]
}

/** Empties the SVG images of a layout, so that drawing them takes no time. Changes the layout. */
export function emptySvgImages(layout: JsonObject): void {
  for (const [, image] of svgImagesIn(layout)) image.source = 'data:,'
}

function contextOf(width: number, height: number): CanvasRenderingContext2D {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width, height })
  return canvas.getContext('2d', { willReadFrequently: true })!
}

/** Reads a pixel, because a browser draws when it has to. */
function drawNow(
  context: CanvasRenderingContext2D,
  image: HTMLImageElement,
  { x, y, width, height }: DOMRect,
): void {
  context.drawImage(image, x, y, width, height)
  context.getImageData(0, 0, 1, 1)
}
