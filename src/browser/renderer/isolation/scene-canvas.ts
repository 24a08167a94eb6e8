/**
 * The canvas on which the library draws all 3d scenes, one after the other. Its buffers are new memory whenever it changes its
 * size, so it keeps the size of the last scene.
 */

/**
 * The library calls a function of the window with the size of a scene before it draws it. While its canvas is in no document
 * the scene is not drawn, but settles its axes, at a size that does not depend on the scene before.
 */
export function shareSceneCanvas(): void {
  Object.assign(globalThis, {
    plotgateScene(context: WebGLRenderingContext, width: number, height: number) {
      const canvas = context.canvas as HTMLCanvasElement
      if (!canvas.isConnected) {
        Object.defineProperties(context, {
          drawingBufferWidth: { value: width, configurable: true },
          drawingBufferHeight: { value: height, configurable: true },
        })
        return
      }
      Reflect.deleteProperty(context, 'drawingBufferWidth')
      Reflect.deleteProperty(context, 'drawingBufferHeight')
      // The library clears its pixels and depths only where the last scene left them writable.
      context.colorMask(true, true, true, true)
      context.depthMask(true)
      if (canvas.width === width && canvas.height === height) return
      // In one step: each change takes new memory.
      canvas.height = 1
      canvas.width = width
      canvas.height = height
    },
  })
}
