/** Makes a WebGL context as new after a figure, so that the next one finds neither its data nor its settings. */

export type WebglContext = WebGLRenderingContext | WebGL2RenderingContext

const objectKinds = [
  'Buffer',
  'Framebuffer',
  'Program',
  'Query',
  'Renderbuffer',
  'Sampler',
  'Shader',
  'Texture',
  'TransformFeedback',
  'VertexArray',
]

/**
 * To be called for a new context. The returned function deletes everything that was made in it since, resets its state
 * and clears its pixels. Only what the browser compiled for it stays.
 */
export function watchContext(context: WebglContext): () => void {
  const deleteObjects = trackObjects(context)
  return () => {
    // What is in use would only be deleted later.
    context.useProgram(null)
    context.bindFramebuffer(context.FRAMEBUFFER, null)
    if (context instanceof WebGL2RenderingContext) context.bindVertexArray(null)
    deleteObjects()
    resetAttributes(context)
    resetFragments(context)
    resetTransfers(context)
    context.activeTexture(context.TEXTURE0)
    resetView(context)
    context.clear(context.COLOR_BUFFER_BIT | context.DEPTH_BUFFER_BIT | context.STENCIL_BUFFER_BIT)
    // The library probes what a context can do by whether there is an error.
    while (context.getError() !== context.NO_ERROR);
  }
}

/** A new context draws on all of its canvas. */
export function resetView(context: WebglContext): void {
  context.viewport(0, 0, context.drawingBufferWidth, context.drawingBufferHeight)
  context.scissor(0, 0, context.drawingBufferWidth, context.drawingBufferHeight)
}

/** Deleting an object also takes it out of every place that it is bound to. */
function trackObjects(context: WebglContext): () => void {
  // The methods are named by kind, and some kinds are only known to WebGL 2.
  const methods = context as unknown as Record<string, ((...given: unknown[]) => unknown) | undefined>
  const made: (() => void)[] = []
  for (const kind of objectKinds) {
    const create = methods[`create${kind}`]
    const remove = methods[`delete${kind}`]
    if (!create || !remove) continue
    methods[`create${kind}`] = (...given) => {
      const object = create.apply(context, given)
      made.push(() => remove.call(context, object))
      return object
    }
  }
  return () => {
    for (const deleteObject of made.splice(0)) deleteObject()
  }
}

function resetAttributes(context: WebglContext): void {
  const instances = context.getExtension('ANGLE_instanced_arrays')
  const count: number = context.getParameter(context.MAX_VERTEX_ATTRIBS)
  for (let at = 0; at < count; at++) {
    context.disableVertexAttribArray(at)
    context.vertexAttrib4f(at, 0, 0, 0, 1)
    context.vertexAttribPointer(at, 4, context.FLOAT, false, 0, 0)
    if (context instanceof WebGL2RenderingContext) context.vertexAttribDivisor(at, 0)
    else instances?.vertexAttribDivisorANGLE(at, 0)
  }
}

/** What decides which pixels are drawn, and how they are mixed. */
function resetFragments(context: WebglContext): void {
  context.disable(context.BLEND)
  context.blendColor(0, 0, 0, 0)
  context.blendEquation(context.FUNC_ADD)
  context.blendFunc(context.ONE, context.ZERO)
  context.clearColor(0, 0, 0, 0)
  context.clearDepth(1)
  context.clearStencil(0)
  context.colorMask(true, true, true, true)
  context.disable(context.CULL_FACE)
  context.cullFace(context.BACK)
  context.frontFace(context.CCW)
  context.disable(context.DEPTH_TEST)
  context.depthFunc(context.LESS)
  context.depthMask(true)
  context.depthRange(0, 1)
  context.enable(context.DITHER)
  context.lineWidth(1)
  context.disable(context.POLYGON_OFFSET_FILL)
  context.polygonOffset(0, 0)
  context.disable(context.SAMPLE_ALPHA_TO_COVERAGE)
  context.disable(context.SAMPLE_COVERAGE)
  context.sampleCoverage(1, false)
  context.disable(context.SCISSOR_TEST)
  context.disable(context.STENCIL_TEST)
  context.stencilFunc(context.ALWAYS, 0, 0xffffffff)
  context.stencilMask(0xffffffff)
  context.stencilOp(context.KEEP, context.KEEP, context.KEEP)
  if (context instanceof WebGL2RenderingContext) {
    context.disable(context.RASTERIZER_DISCARD)
    context.drawBuffers([context.BACK])
  }
}

/** How pixels are read and written. */
function resetTransfers(context: WebglContext): void {
  context.hint(context.GENERATE_MIPMAP_HINT, context.DONT_CARE)
  context.pixelStorei(context.PACK_ALIGNMENT, 4)
  context.pixelStorei(context.UNPACK_ALIGNMENT, 4)
  context.pixelStorei(context.UNPACK_FLIP_Y_WEBGL, false)
  context.pixelStorei(context.UNPACK_PREMULTIPLY_ALPHA_WEBGL, false)
  context.pixelStorei(context.UNPACK_COLORSPACE_CONVERSION_WEBGL, context.BROWSER_DEFAULT_WEBGL)
  if (!(context instanceof WebGL2RenderingContext)) return
  context.readBuffer(context.BACK)
  context.hint(context.FRAGMENT_SHADER_DERIVATIVE_HINT, context.DONT_CARE)
  for (const name of [
    context.PACK_ROW_LENGTH,
    context.PACK_SKIP_PIXELS,
    context.PACK_SKIP_ROWS,
    context.UNPACK_ROW_LENGTH,
    context.UNPACK_IMAGE_HEIGHT,
    context.UNPACK_SKIP_PIXELS,
    context.UNPACK_SKIP_ROWS,
    context.UNPACK_SKIP_IMAGES,
  ])
    context.pixelStorei(name, 0)
}
