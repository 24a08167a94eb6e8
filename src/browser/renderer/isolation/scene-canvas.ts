/**
 * The canvas on which the library draws all 3d scenes, one after the other. Changing the size of a canvas takes new memory for
 * its buffers, so it keeps its size until a scene has another one.
 */

/** Defines the function of the window that the library calls before it draws a scene (`plotly/edits/scene-edits.ts`). */
export function shareSceneCanvas(): void {
  /** The size in pixels, which the context then reports instead of the size of its canvas. */
  function pretendSize(context: WebGLRenderingContext, width: number, height: number): void {
    Object.defineProperties(context, {
      drawingBufferWidth: { value: width, configurable: true },
      drawingBufferHeight: { value: height, configurable: true },
    })
  }

  function stopPretending(context: WebGLRenderingContext): void {
    Reflect.deleteProperty(context, 'drawingBufferWidth')
    Reflect.deleteProperty(context, 'drawingBufferHeight')
  }

  function resize(canvas: HTMLCanvasElement, width: number, height: number): void {
    if (canvas.width === width && canvas.height === height) return
    // While the canvas is one pixel high, a new width takes next to no memory.
    canvas.height = 1
    canvas.width = width
    canvas.height = height
  }

  Object.assign(globalThis, {
    /** The size is that of the scene, in pixels. */
    plotgateScene(context: WebGLRenderingContext, width: number, height: number) {
      const canvas = context.canvas as HTMLCanvasElement
      if (!canvas.isConnected) {
        // The library does not draw yet: it settles the axes of the scene, whose size must not be that of the last scene.
        pretendSize(context, width, height)
        return
      }
      stopPretending(context)
      // The library clears its pixels and depths only where the last scene left them writable.
      context.colorMask(true, true, true, true)
      context.depthMask(true)
      resize(canvas, width, height)
    },
  })
}
