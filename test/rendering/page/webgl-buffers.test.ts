/** Canvases and scenes have no buffers that no pixel of an image depends on. */

import { beforeAll, expect, test } from '@jest/globals'
import { defaultLook } from '../../../src/domain/image/look.ts'
import type { PageSession } from '../../../src/rendering/page/page-session.ts'
import { suitePages } from './browsers.ts'

const patience = 240_000
const openPage = suitePages()
let page: PageSession

interface Made {
  /** Of each canvas that was asked for a context, whether it has depths. */
  readonly depths: Map<unknown, boolean>
  /** The sizes of buffers beside those of canvases. */
  readonly buffers: Set<string>
}
type SpiedDocument = Document & { made: Made }

beforeAll(async () => {
  page = await openPage()
  await page.page.evaluate(() => {
    const made: Made = { depths: new Map(), buffers: new Set() }
    Object.assign(document, { made })
    const { getContext } = HTMLCanvasElement.prototype
    HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, ...given: unknown[]) {
      const context = Reflect.apply(getContext, this, given)
      if (context instanceof WebGLRenderingContext)
        made.depths.set(context, context.getContextAttributes()?.depth === true)
      return context
    } as typeof getContext
    const { texImage2D } = WebGLRenderingContext.prototype
    WebGLRenderingContext.prototype.texImage2D = function (this: WebGLRenderingContext, ...given: unknown[]) {
      // Textures that are drawn on begin without pixels.
      if (given.at(-1) === null) made.buffers.add(`${given[3]}×${given[4]}`)
      Reflect.apply(texImage2D, this, given)
    } as typeof texImage2D
  })
}, patience)

async function madeFor(trace: object): Promise<{ depths: boolean[]; buffers: string[] }> {
  const layout = JSON.stringify({ width: 200, height: 150, margin: { l: 0, t: 0, r: 0, b: 0 } })
  const drawn = { data: JSON.stringify([trace]), layout, frames: null }
  await page.draw(drawn, { formats: ['png'], look: defaultLook })
  return page.page.evaluate(() => {
    const { depths, buffers } = (document as SpiedDocument).made
    const made = { depths: [...depths.values()], buffers: [...buffers] }
    depths.clear()
    buffers.clear()
    return made
  })
}

const dimensions = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ label: String(at), values: [1, at, 2] }))

test.each<[what: string, trace: object, depths: boolean[]]>([
  ['points', { type: 'scattergl', y: [1, 3, 2] }, [false]],
  ['selected points', { type: 'scattergl', y: [1, 3, 2], selectedpoints: [1] }, [false, false]],
  ['a splom', { type: 'splom', dimensions: dimensions(3) }, [false]],
  ['a splom with a grid of WebGL', { type: 'splom', dimensions: dimensions(17) }, [true]],
  ['parallel coordinates', { type: 'parcoords', dimensions: dimensions(3) }, [false, true]],
])(
  '%s: only canvases on which depths are compared have them',
  async (_, trace, depths) => {
    expect((await madeFor(trace)).depths).toEqual(depths)
  },
  patience,
)

const scene = { type: 'scatter3d', mode: 'markers', x: [1, 2], y: [3, 1], z: [2, 3] }

test.each<[what: string, trace: object, buffers: string[]]>([
  ['opaque', scene, ['1×1']],
  ['translucent', { ...scene, opacity: 0.5 }, ['1×1', '400×300']],
])(
  'a scene has a buffer beside that of its canvas only for what is translucent: %s',
  async (_, trace, buffers) => {
    // The canvas has the size of the last scene when the next one is made.
    await madeFor(scene)
    expect((await madeFor(trace)).buffers).toEqual(buffers)
  },
  patience,
)
