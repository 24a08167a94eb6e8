/**
 * Draws instances as plain triangles. Lines and error bars of scattergl are instances, one for each segment, and the software
 * renderer prepares each instance as if it were drawn alone, which takes longer than drawing it.
 */

/** An attribute whose values differ between vertices or instances. Offsets and lengths are in words of four bytes. */
interface Attribute {
  readonly index: number
  readonly buffer: WebGLBuffer
  readonly values: Uint32Array
  readonly components: number
  readonly type: number
  readonly normalized: boolean
  readonly words: number
  readonly stride: number
  /** As it was set: in bytes, and 0 for values without gaps. */
  readonly givenStride: number
  readonly offset: number
  /** For how many instances a value counts; 0 where each vertex has its own. */
  readonly divisor: number
}

/** With fewer instances nothing is gained. */
const fewInstances = 16
/** Of one draw call, because indices are numbers of two bytes. */
const maxVertices = 2 ** 16

/** To be called for a new context. Nothing is done for drawings that do not ask for instances. */
export function drawInstancesPlainly(context: WebGLRenderingContext): void {
  const getExtension = context.getExtension.bind(context)
  let isReplaced = false
  context.getExtension = (name: string) => {
    const extension = getExtension(name)
    if (name === 'ANGLE_instanced_arrays' && extension && !isReplaced) {
      isReplaced = true
      replaceDraw(context, extension)
    }
    return extension
  }
}

function replaceDraw(context: WebGLRenderingContext, extension: ANGLE_instanced_arrays): void {
  const valuesOf = rememberValues(context)
  const draw = extension.drawArraysInstancedANGLE.bind(extension)

  extension.drawArraysInstancedANGLE = (mode, first, count, instances) => {
    const triangles = trianglesOf(context, mode, count)
    const attributes = triangles && instances >= fewInstances ? attributesOf(context, valuesOf) : null
    if (!triangles || !attributes?.every(each => reaches(each, first + count, instances)))
      return draw(mode, first, count, instances)

    withOwnBuffers(context, () => {
      const words = setPlainly(context, extension, attributes)
      const atOnce = Math.min(Math.floor(maxVertices / count), instances)
      const indices = indicesOf(triangles, count, atOnce)
      context.bufferData(context.ELEMENT_ARRAY_BUFFER, indices, context.STREAM_DRAW)
      const values = new Uint32Array(words * count * atOnce)
      for (let from = 0; from < instances; from += atOnce) {
        const to = Math.min(from + atOnce, instances)
        const length = expand(attributes, first, count, from, to, values)
        context.bufferData(context.ARRAY_BUFFER, values.subarray(0, length), context.STREAM_DRAW)
        context.drawElements(context.TRIANGLES, triangles.length * (to - from), context.UNSIGNED_SHORT, 0)
      }
      setBack(context, extension, attributes)
    })
  }
}

/** Calls `work` with a new vertex buffer and a new index buffer bound. */
function withOwnBuffers(context: WebGLRenderingContext, work: () => void): void {
  const kinds = [
    [context.ARRAY_BUFFER, context.ARRAY_BUFFER_BINDING],
    [context.ELEMENT_ARRAY_BUFFER, context.ELEMENT_ARRAY_BUFFER_BINDING],
  ] as const
  const buffers = kinds.map(([target, binding]) => {
    const [before, own] = [context.getParameter(binding) as WebGLBuffer | null, context.createBuffer()]
    context.bindBuffer(target, own)
    return { target, before, own }
  })
  work()
  for (const { target, before, own } of buffers) {
    context.bindBuffer(target, before)
    context.deleteBuffer(own)
  }
}

/** Has the attributes read from the bound buffer, one behind the other. Returns the words of a vertex. */
function setPlainly(
  context: WebGLRenderingContext,
  extension: ANGLE_instanced_arrays,
  attributes: readonly Attribute[],
): number {
  const stride = attributes.reduce((sum, { words }) => sum + words, 0)
  let at = 0
  for (const { index, components, type, normalized, words } of attributes) {
    context.vertexAttribPointer(index, components, type, normalized, 4 * stride, 4 * at)
    extension.vertexAttribDivisorANGLE(index, 0)
    at += words
  }
  return stride
}

function setBack(
  context: WebGLRenderingContext,
  extension: ANGLE_instanced_arrays,
  attributes: readonly Attribute[],
): void {
  for (const { index, buffer, components, type, normalized, givenStride, offset, divisor } of attributes) {
    context.bindBuffer(context.ARRAY_BUFFER, buffer)
    context.vertexAttribPointer(index, components, type, normalized, givenStride, 4 * offset)
    extension.vertexAttribDivisorANGLE(index, divisor)
  }
}

/** Remembers the contents of buffers, which WebGL does not tell. */
function rememberValues(context: WebGLRenderingContext): (buffer: WebGLBuffer) => Uint8Array | undefined {
  const values = new WeakMap<WebGLBuffer, Uint8Array>()
  const bufferOf = (target: number): WebGLBuffer | null =>
    target === context.ARRAY_BUFFER ? context.getParameter(context.ARRAY_BUFFER_BINDING) : null
  const bufferData = context.bufferData.bind(context) as (...given: unknown[]) => void
  context.bufferData = (target: number, data: unknown, usage: number) => {
    bufferData(target, data, usage)
    const buffer = bufferOf(target)
    if (!buffer) return
    if (ArrayBuffer.isView(data)) values.set(buffer, bytesOf(data).slice())
    else values.delete(buffer)
  }
  const bufferSubData = context.bufferSubData.bind(context)
  context.bufferSubData = (target, offset, data) => {
    bufferSubData(target, offset, data)
    const buffer = bufferOf(target)
    if (!buffer) return
    if (ArrayBuffer.isView(data)) values.get(buffer)?.set(bytesOf(data), offset)
    else values.delete(buffer)
  }
  return buffer => values.get(buffer)
}

const bytesOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView) =>
  new Uint8Array(buffer, byteOffset, byteLength)

/** The vertices of an instance's triangles, one after the other; null for what is no triangles, or too many. */
function trianglesOf(
  { TRIANGLES, TRIANGLE_STRIP }: WebGLRenderingContext,
  mode: number,
  count: number,
): readonly number[] | null {
  if (count < 3 || count > maxVertices) return null
  const vertices = Array.from({ length: count }, (_, at) => at)
  if (mode === TRIANGLES) return vertices.slice(0, count - (count % 3))
  if (mode !== TRIANGLE_STRIP) return null
  // Every second triangle of a strip is turned round, so that all show the same side.
  return vertices
    .slice(2)
    .flatMap(last => (last % 2 === 0 ? [last - 2, last - 1, last] : [last - 1, last - 2, last]))
}

/** The vertices of the triangles of so many instances of `count` vertices. */
function indicesOf(triangles: readonly number[], count: number, instances: number): Uint16Array<ArrayBuffer> {
  const indices = new Uint16Array(triangles.length * instances)
  for (let at = 0; at < indices.length; at++)
    indices[at] = count * Math.trunc(at / triangles.length) + triangles[at % triangles.length]!
  return indices
}

/** Null if one has values that are not known or not made of words. */
function attributesOf(
  context: WebGLRenderingContext,
  valuesOf: (buffer: WebGLBuffer) => Uint8Array | undefined,
): readonly Attribute[] | null {
  const attributes: Attribute[] = []
  for (let index = 0; index < context.getParameter(context.MAX_VERTEX_ATTRIBS); index++) {
    const read = (name: number) => context.getVertexAttrib(index, name)
    if (!read(context.VERTEX_ATTRIB_ARRAY_ENABLED)) continue
    const buffer: WebGLBuffer | null = read(context.VERTEX_ATTRIB_ARRAY_BUFFER_BINDING)
    const values = buffer && valuesOf(buffer)
    const type: number = read(context.VERTEX_ATTRIB_ARRAY_TYPE)
    const components: number = read(context.VERTEX_ATTRIB_ARRAY_SIZE)
    const words = type === context.FLOAT ? components : type === context.UNSIGNED_BYTE ? components / 4 : 0.5
    const givenStride: number = read(context.VERTEX_ATTRIB_ARRAY_STRIDE)
    const stride = givenStride / 4 || words
    const offset = context.getVertexAttribOffset(index, context.VERTEX_ATTRIB_ARRAY_POINTER) / 4
    if (!buffer || !values || ![words, stride, offset].every(Number.isInteger)) return null
    attributes.push({
      ...{ index, buffer, components, type, words, stride, givenStride, offset },
      values: new Uint32Array(values.buffer, 0, values.length >> 2),
      normalized: read(context.VERTEX_ATTRIB_ARRAY_NORMALIZED),
      divisor: read(divisorName),
    })
  }
  return attributes
}

/** `VERTEX_ATTRIB_ARRAY_DIVISOR_ANGLE` */
const divisorName = 0x88fe

/** Whether there are values for so many vertices and instances. */
function reaches(
  { values, words, stride, offset, divisor }: Attribute,
  vertices: number,
  instances: number,
): boolean {
  const count = divisor === 0 ? vertices : Math.ceil(instances / divisor)
  return count > 0 && offset + stride * (count - 1) + words <= values.length
}

/** Writes the values of all vertices of some instances. Returns how many words they are. */
function expand(
  attributes: readonly Attribute[],
  first: number,
  count: number,
  from: number,
  to: number,
  into: Uint32Array,
): number {
  let length = 0
  for (let instance = from; instance < to; instance++) {
    for (let vertex = first; vertex < first + count; vertex++) {
      for (const { values, words, stride, offset, divisor } of attributes) {
        let at = offset + stride * (divisor === 0 ? vertex : Math.trunc(instance / divisor))
        for (const end = at + words; at < end; at++) into[length++] = values[at]!
      }
    }
  }
  return length
}
