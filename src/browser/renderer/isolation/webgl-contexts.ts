/**
 * Releases WebGL contexts. A page may have 16, after which the browser discards the oldest, so each figure releases its
 * own. The library keeps one canvas outside the document for all its 3d scenes, and that one has to be kept.
 */

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
  /** Releases those of the figure that was drawn. */
  release(): void
  /**
   * Frees the buffers of the contexts that are kept, which are several times the size of their image for antialiasing.
   */
  shrink(): void
}

/** Watches every canvas of the page from now on. */
export function watchWebglContexts(): WebglContexts {
  let count = 0
  const seen = new WeakSet<WebGLRenderingContext>()
  /** Canvases of the figure that is being drawn that got none of the kinds of context they asked for. */
  const refused = new Set<HTMLCanvasElement>()
  /** Of the figure that is being drawn. */
  const live: WebGLRenderingContext[] = []
  /** Of canvases outside the document, which are used for one figure after the other. */
  let kept: WeakRef<WebGLRenderingContext>[] = []

  const getContext = HTMLCanvasElement.prototype.getContext
  HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, ...given: unknown[]) {
    const context = Reflect.apply(getContext, this, given)
    if (!/webgl/.test(String(given[0]))) return context
    if (context) refused.delete(this)
    else refused.add(this)
    if (context && !seen.has(context)) {
      seen.add(context)
      if (this.isConnected) live.push(context)
      else {
        kept.push(new WeakRef(context))
        // An image has no pointer, and the listeners of each scene would keep the scene in memory as long as the
        // canvas.
        this.addEventListener = () => {}
      }
      count += 1
    }
    return context
  } as typeof getContext

  return {
    get count() {
      return count
    },
    get refused() {
      return refused.size > 0
    },
    lost() {
      kept = kept.filter(each => each.deref())
      // The library discards the context of a map with the map.
      const drawn = live.filter(({ canvas }) => (canvas as HTMLCanvasElement).isConnected)
      return [...drawn, ...kept.map(each => each.deref())].some(context => context && !answers(context))
    },
    release() {
      refused.clear()
      for (const context of live.splice(0)) context.getExtension('WEBGL_lose_context')?.loseContext()
    },
    shrink() {
      for (const context of kept) {
        const canvas = context.deref()?.canvas
        if (canvas) canvas.width = canvas.height = 1
      }
    },
  }
}

/** Asks the graphics process itself, because the browser tells its end only some time later. */
function answers(context: WebGLRenderingContext): boolean {
  context.bindFramebuffer(context.FRAMEBUFFER, null)
  return context.checkFramebufferStatus(context.FRAMEBUFFER) === context.FRAMEBUFFER_COMPLETE
}
