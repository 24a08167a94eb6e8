/**
 * Releases WebGL contexts. A page may have a limited number, after which the browser discards the oldest, so each figure
 * releases those that are not kept for the next. The library keeps one canvas outside the document for all its 3d scenes,
 * and that one has to be kept.
 */

import { drawInstancesPlainly } from '../plain-instances.ts'
import { keepCanvases } from './kept-canvases.ts'
import { shareSceneCanvas } from './scene-canvas.ts'
import type { WebglContext } from './webgl-reset.ts'

/** A scene may fill an image of 700×500. A larger canvas is emptied: its buffers take some forty bytes a pixel. */
const maxScenePixels = 4 * 700 * 500

export interface WebglContexts {
  /** How many the page has created. Each leaks a little memory in its process, and a map in its worker's. */
  readonly count: number
  /**
   * Whether the browser refused one to the figure. After its graphics process ended, it refuses all of them, and the
   * library draws a message instead of the points.
   */
  readonly refused: boolean
  /**
   * Whether the browser discarded one, for their number or because its graphics process ended: then its drawing is
   * lost. To be asked before the plot is removed.
   */
  lost(): boolean
  /** Releases those of the figure that was removed, or keeps them as new if it was `drawn`. */
  release(drawn: boolean): void
  /**
   * Frees the buffers of the contexts that are kept, which are several times the size of their image for antialiasing.
   */
  shrink(): void
}

/** Watches every canvas of the page from now on. */
export function watchWebglContexts(): WebglContexts {
  const canvases = keepCanvases()
  shareSceneCanvas()
  let count = 0
  const seen = new WeakSet<WebglContext>()
  /** Canvases of the figure that is being drawn that got none of the kinds of context they asked for. */
  const refused = new Set<HTMLCanvasElement>()
  /** Of the figure that is being drawn. */
  const live = new Set<WebglContext>()
  /** Of the plot that the image shows. Others are of plots that were given up, such as maps that do not come to rest. */
  let shown: readonly HTMLCanvasElement[] = []
  /** Of canvases outside the document, which are used for one figure after the other. */
  let kept: WeakRef<WebglContext>[] = []

  const getContext = HTMLCanvasElement.prototype.getContext
  HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, ...given: unknown[]) {
    const context = Reflect.apply(getContext, this, given)
    if (!/webgl/.test(String(given[0]))) return context
    if (context) refused.delete(this)
    else refused.add(this)
    if (context && !seen.has(context)) {
      seen.add(context)
      if (context instanceof WebGLRenderingContext) drawInstancesPlainly(context)
      canvases.noteContext(context)
      if (!this.isConnected) {
        kept.push(new WeakRef(context))
        // An image has no pointer, and the listeners of each scene would keep the scene in memory as long as the
        // canvas.
        this.addEventListener = () => {}
      }
      count += 1
    }
    if (context && !kept.some(each => each.deref() === context)) live.add(context)
    return context
  } as typeof getContext

  /** Empties the canvases that are larger. */
  function shrinkScenes(pixels: number): void {
    for (const context of kept) {
      const canvas = context.deref()?.canvas
      if (canvas && canvas.width * canvas.height > pixels) canvas.width = canvas.height = 1
    }
  }

  return {
    get count() {
      return count
    },
    get refused() {
      return refused.size > 0
    },
    lost() {
      kept = kept.filter(each => each.deref())
      shown = [...document.querySelectorAll('canvas')]
      const drawn = [...live].filter(({ canvas }) => shown.includes(canvas as HTMLCanvasElement))
      return [...drawn, ...kept.map(each => each.deref())].some(context => context && !answers(context))
    },
    release(drawn) {
      refused.clear()
      const kept = canvases.takeBack(drawn ? shown : [])
      for (const context of live) if (!kept.has(context)) loseContext(context)
      live.clear()
      shrinkScenes(maxScenePixels)
    },
    shrink() {
      canvases.shrink()
      shrinkScenes(1)
    },
  }
}

/** Asks the graphics process itself, because the browser reports its end only some time later. */
function answers(context: WebglContext): boolean {
  context.bindFramebuffer(context.FRAMEBUFFER, null)
  return context.checkFramebufferStatus(context.FRAMEBUFFER) === context.FRAMEBUFFER_COMPLETE
}

/** Whatever a figure has set on the context. */
function loseContext(context: WebglContext): void {
  const { getExtension } = Object.getPrototypeOf(context)
  getExtension.call(context, 'WEBGL_lose_context')?.loseContext()
}
