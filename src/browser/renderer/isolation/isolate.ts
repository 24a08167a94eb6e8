/**
 * Isolates figures from each other in one warm page: what a figure leaves behind is removed, and if something cannot be
 * removed, the page reports that it has to be reloaded.
 */

import type { HtmlSinks } from '../../figure/html-sinks.ts'
import { culpritOf } from '../culprit.ts'
import { ContextLost, drawFigure } from '../draw.ts'
import { isRaster } from '../encode/encode.ts'
import { LibraryMissing } from '../libraries.ts'
import type { PlotCanvas } from '../plot-canvas.ts'
import type { DrawnImages, PageAnswer, PageRequest, RenderPage } from '../protocol.ts'
import { putStylesLast } from '../svg.ts'
import { cleanReferences, mayRefer } from '../svg-references.ts'
import { watchBuiltins } from './builtins.ts'
import { watchDocument } from './document.ts'
import { watchFrames } from './frames.ts'
import { watchWebglContexts } from './webgl-contexts.ts'

/** After this many WebGL contexts a page is reloaded. */
const maxContexts = 400
const noContext = 'the browser refused it a WebGL context'

/** `parse` is the browser's own parser, for texts of svg files that were drawn here. */
export function isolate(canvas: PlotCanvas, parse: HtmlSinks['parse']): RenderPage {
  const contexts = watchWebglContexts()
  const cancelFrames = watchFrames()
  const builtins = watchBuiltins()
  const watch = watchDocument()
  const ownTitle = document.title

  function check(): string | null {
    const name = builtins.changed()
    return name === null ? watch.changed() : `${name} was changed`
  }

  function answerOf(drawn: DrawnImages, request: PageRequest): PageAnswer {
    const notOurs = contexts.refused ? noContext : check()
    if (notOurs !== null) return { notOurs }
    const mustRedraw = drawn.contextLost
    return {
      ...drawn,
      images: cleanImages(drawn, request, parse),
      mustRedraw,
      needsReload: mustRedraw ? 'a WebGL context was lost' : leftBy(drawn),
    }
  }

  function leftBy({ tex }: DrawnImages): string | null {
    const name = builtins.added()
    if (name !== null) return `${name} was added`
    if (tex) return 'TeX keeps macros'
    return contexts.count > maxContexts ? 'many WebGL contexts' : null
  }

  function cleanUp(drawn = false): void {
    cancelFrames()
    contexts.release(drawn)
    cleanBody(canvas.node)
  }

  return {
    async draw(request) {
      const notOurs = watch.changed()
      if (notOurs !== null) return { notOurs }
      let isDrawn = false
      try {
        const drawn = await drawFigure(canvas, request, contexts.lost)
        isDrawn = true
        return answerOf(drawn, request)
      } catch (error) {
        if (contexts.refused) return { notOurs: noContext }
        if (error instanceof LibraryMissing || error instanceof ContextLost) return { notOurs: error.message }
        throw error
      } finally {
        cleanUp(isDrawn)
      }
    },
    culprit: request => culpritOf(canvas, request).finally(() => cleanUp()),
    check,
    showSvg(svg) {
      const sheet = document.adoptNode(parse(svg, 'image/svg+xml').documentElement)
      sheet.style.display = 'block'
      document.body.replaceChildren(sheet)
      watch.retitle(headlineOf(sheet) || ownTitle)
    },
    hideSvg() {
      watch.retitle(ownTitle)
      cleanUp()
    },
    releaseMemory: contexts.shrink,
  }
}

/** The title of the figure as text, which the browser writes into the PDF files it prints. */
function headlineOf(svg: Element): string {
  const title = svg.querySelector('.gtitle')
  const lines = [...(title?.querySelectorAll('.line') ?? [])].map(line => line.textContent)
  return lines.length > 0 ? lines.join(' ') : (title?.textContent ?? '')
}

/** The images as they leave the page: `style` last in an svg, and no references of the figure to files of others. */
function cleanImages(
  drawn: DrawnImages,
  { data, layout, frames, formats }: PageRequest,
  parse: HtmlSinks['parse'],
): DrawnImages['images'] {
  const images = { ...drawn.images }
  const clean = mayRefer(data, layout, frames)
  for (const format of formats) {
    const svg = images[format]
    if (svg && !isRaster(format)) images[format] = putStylesLast(clean ? cleanReferences(svg, parse) : svg)
  }
  return images
}

/** Keeps the canvas, and the element in which the library measures text, which it would create again. */
function cleanBody(canvas: Element): void {
  for (const left of [...document.body.children]) {
    const isTester = left.id === 'js-plotly-tester' && left instanceof SVGSVGElement
    if (left !== canvas && !isTester) left.remove()
  }
  window.scrollTo(0, 0)
}
