/**
 * Contexts of WebGL. A page has 16 at most and takes away the oldest: so each figure gives its own back. The library
 * keeps one canvas for all its 3d scenes, outside the document: that one must live on.
 */

export interface WebglContexts {
  /** How many the page has had. Each leaves a little in its process, and a map in its worker's. */
  readonly count: number
  /** The browser took one away, for their number or because its graphics process ended: what it drew is gone. */
  lost(): boolean
  /** Gives back those of the figure that was drawn. */
  release(): void
  /** Frees what the ones that are kept drew last, several times as large as it was for smooth edges. */
  shrink(): void
}

/** Watches every canvas of the page from now on. */
export function watchWebglContexts(): WebglContexts {
  let count = 0
  const seen = new WeakSet<WebGLRenderingContext>()
  /** Of the figure that is drawn. */
  const live: WebGLRenderingContext[] = []
  /** Of canvases outside the document, which serve one figure after the other. */
  let kept: WeakRef<WebGLRenderingContext>[] = []

  const getContext = HTMLCanvasElement.prototype.getContext
  HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, ...given: unknown[]) {
    const context = Reflect.apply(getContext, this, given)
    if (/webgl/.test(String(given[0])) && context && !seen.has(context)) {
      seen.add(context)
      if (this.isConnected) live.push(context)
      else {
        kept.push(new WeakRef(context))
        // Nobody points at an image, and each scene's listeners would keep the scene as long as the canvas.
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
    lost() {
      kept = kept.filter(each => each.deref())
      return kept.some(each => each.deref()?.isContextLost())
    },
    release() {
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
