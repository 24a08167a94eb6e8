/** Instances that are drawn as plain triangles have the pixels that the browser gives them, and leave the same state. */

import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { Page } from 'puppeteer-core'
import { browserScript } from '../../../src/bundling/browser-scripts.ts'
import { startTestBrowser, type TestBrowser } from '../../support/browser.ts'

interface Drawing {
  readonly strip: boolean
  readonly first: number
  readonly count: number
  readonly instances: number
  /** For how many instances a colour counts. */
  readonly divisor: number
  /** How the places of instances reach their buffer. */
  readonly sent: 'at once' | 'in two parts' | 'after their size'
}

/** Draws triangles of random places and colours, half translucent. Runs in a page. */
function draw(context: WebGLRenderingContext, drawing: Drawing) {
  const { strip, first, count, instances, divisor, sent } = drawing
  const gl = context
  const instanced = gl.getExtension('ANGLE_instanced_arrays')!
  const shader = (type: number, text: string) => {
    const made = gl.createShader(type)!
    gl.shaderSource(made, text)
    gl.compileShader(made)
    return made
  }
  const program = gl.createProgram()!
  gl.attachShader(
    program,
    shader(
      gl.VERTEX_SHADER,
      `attribute vec2 corner, place; attribute vec4 colour; varying vec4 mixed;
       void main() { mixed = colour; gl_Position = vec4(place + corner, 0., 1.); }`,
    ),
  )
  gl.attachShader(
    program,
    shader(
      gl.FRAGMENT_SHADER,
      'precision highp float; varying vec4 mixed; void main() { gl_FragColor = mixed; }',
    ),
  )
  gl.linkProgram(program)
  gl.useProgram(program)
  gl.enable(gl.BLEND)
  gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA)

  let state = 1
  const random = () => {
    state = (state * 48271) % 2147483647
    return state / 2147483647
  }
  const attribute = (
    name: string,
    size: number,
    type: number,
    stride: number,
    offset: number,
    per: number,
  ) => {
    const at = gl.getAttribLocation(program, name)
    gl.enableVertexAttribArray(at)
    gl.vertexAttribPointer(at, size, type, type === gl.UNSIGNED_BYTE, stride, offset)
    instanced.vertexAttribDivisorANGLE(at, per)
  }
  gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer())
  const corners = Float32Array.from({ length: 2 * (first + count) }, () => random() * 0.2 - 0.1)
  gl.bufferData(gl.ARRAY_BUFFER, corners, gl.STATIC_DRAW)
  attribute('corner', 2, gl.FLOAT, 0, 0, 0)

  gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer())
  const places = Float32Array.from({ length: 4 * instances + 2 }, () => random() * 2 - 1)
  if (sent === 'after their size') gl.bufferData(gl.ARRAY_BUFFER, places.byteLength, gl.DYNAMIC_DRAW)
  else gl.bufferData(gl.ARRAY_BUFFER, sent === 'at once' ? places : places.map(() => 0), gl.DYNAMIC_DRAW)
  if (sent !== 'at once') {
    gl.bufferSubData(gl.ARRAY_BUFFER, 0, places.subarray(0, 10))
    gl.bufferSubData(gl.ARRAY_BUFFER, 40, places.subarray(10))
  }
  attribute('place', 2, gl.FLOAT, 16, 8, 1)

  gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer())
  const colours = Uint8Array.from({ length: 4 * instances }, () => random() * 256)
  gl.bufferData(gl.ARRAY_BUFFER, colours, gl.STATIC_DRAW)
  attribute('colour', 4, gl.UNSIGNED_BYTE, 0, 0, divisor)

  instanced.drawArraysInstancedANGLE(strip ? gl.TRIANGLE_STRIP : gl.TRIANGLES, first, count, instances)
  const pixels = new Uint8Array(4 * gl.drawingBufferWidth * gl.drawingBufferHeight)
  gl.readPixels(0, 0, gl.drawingBufferWidth, gl.drawingBufferHeight, gl.RGBA, gl.UNSIGNED_BYTE, pixels)
  const names = [0x8622, 0x8623, 0x8624, 0x8625, 0x886a, 0x88fe]
  const attributes = [0, 1, 2].map(at => [
    ...names.map(name => gl.getVertexAttrib(at, name)),
    gl.getVertexAttribOffset(at, gl.VERTEX_ATTRIB_ARRAY_POINTER),
  ])
  // Drawn with the attributes as they are left.
  instanced.drawArraysInstancedANGLE(gl.TRIANGLES, 0, 3, 2)
  return { pixels: [...pixels], attributes, error: gl.getError() }
}

let browser: TestBrowser
let page: Page
beforeAll(async () => {
  browser = await startTestBrowser()
  ;({ page } = await browser.open())
  await page.setContent('<!doctype html><body><iframe></iframe></body>')
  await page.addScriptTag({ content: await browserScript('renderer') })
})
afterAll(() => browser.close())

/** In a canvas of the render page, or in one of a frame that its script does not reach. */
const drawn = (where: 'page' | 'frame', drawing: Drawing): Promise<ReturnType<typeof draw>> =>
  page.evaluate(
    `(${draw})(${where === 'page' ? 'document' : 'frames[0].document'}.createElement('canvas')` +
      `.getContext('webgl', { antialias: true, preserveDrawingBuffer: true }), ${JSON.stringify(drawing)})`,
  ) as Promise<ReturnType<typeof draw>>

const lines: Drawing = { strip: true, first: 0, count: 4, instances: 200, divisor: 1, sent: 'at once' }

test.each<[what: string, drawing: Partial<Drawing>]>([
  ['strips of two triangles', {}],
  ['strips of many', { count: 9 }],
  ['triangles', { strip: false, count: 6 }],
  ['corners that are no whole triangle', { strip: false, count: 8 }],
  ['corners from a later one on', { first: 3 }],
  ['colours for several instances', { divisor: 3 }],
  ['more than are drawn at once', { instances: 40_000 }],
  ['few', { instances: 5 }],
  ['places that come in two parts', { sent: 'in two parts' }],
  ['places that come after their size', { sent: 'after their size' }],
])('%s', async (_, part) => {
  const drawing = { ...lines, ...part }
  const ours = await drawn('page', drawing)
  expect(ours.pixels.some(byte => byte > 0)).toBe(true)
  expect(ours.error).toBe(0)
  expect(ours).toEqual(await drawn('frame', drawing))
})
