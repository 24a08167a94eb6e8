/** Images of 3d scenes are halved and painted with their plot, on a canvas that keeps the size of the last scene. */

import { beforeAll, expect, test } from '@jest/globals'
import type { Figure } from '../../../src/domain/figure/text.ts'
import { defaultLook } from '../../../src/domain/image/look.ts'
import type { PageSession } from '../../../src/rendering/page/page-session.ts'
import { suitePages } from './browsers.ts'

const patience = 240_000
const openPage = suitePages()
let page: PageSession

beforeAll(async () => {
  page = await openPage()
}, patience)

const figure = (data: readonly object[], layout: object = {}): Figure => ({
  data: JSON.stringify(data),
  layout: JSON.stringify({ width: 300, height: 220, template: {}, ...layout }),
  frames: null,
})
const points = { type: 'scatter3d', mode: 'markers+lines', x: [1, 2, 3], y: [3, 1, 2], z: [2, 3, 1] }
const hill = { type: 'surface', z: [1, 2, 3].map(x => [1, 2, 3].map(y => x * y)), opacity: 0.4 }
const clear = { paper_bgcolor: 'rgba(200, 40, 90, 0.3)', margin: { l: 0, t: 0, r: 0, b: 0 } }

const figures: Readonly<Record<string, Figure>> = {
  points: figure([points]),
  'the same size': figure([{ ...points, marker: { opacity: 0.3, size: 30 } }]),
  translucent: figure([hill], clear),
  'translucent behind it': figure([hill], { ...clear, scene: { bgcolor: 'rgba(9, 200, 70, 0.2)' } }),
  'a place with fractions': figure([points], { scene: { domain: { x: [0.111, 0.777], y: [0.1, 0.83] } } }),
  'half a pixel': figure([points], {
    width: 301,
    margin: { l: 0, r: 0 },
    scene: { domain: { x: [0, 0.5] } },
  }),
  'an odd size': figure([points], { width: 301, height: 199 }),
  'two scenes': figure([points, { ...hill, scene: 'scene2' }], {
    scene: { domain: { x: [0, 0.5] } },
    scene2: { domain: { x: [0.5, 1] } },
  }),
  'beside points of another kind': figure([points, { type: 'scattergl', y: [1, 3, 2] }], {
    scene: { domain: { x: [0, 0.5] } },
    xaxis: { domain: [0.6, 1] },
  }),
  'notes over it': figure([points], {
    scene: { annotations: [{ x: 2, y: 1, z: 3, text: 'here', bgcolor: 'rgba(255, 255, 0, 0.5)' }] },
  }),
}

async function draw(drawn: Figure, formats: readonly ('png' | 'svg')[] = ['png']): Promise<Buffer> {
  const { images } = await page.draw(drawn, { formats, look: defaultLook })
  return Buffer.from(images.get('png')!)
}

test.each(Object.entries(figures))(
  '%s: painted as in the svg, from which a png is made if both are wanted',
  async (_, drawn) => {
    expect((await draw(drawn)).equals(await draw(drawn, ['png', 'svg']))).toBe(true)
  },
  patience,
)

test(
  'a scene looks the same after any other',
  async () => {
    const all = Object.values(figures)
    const first = new Map<Figure, Buffer>()
    for (const drawn of all) first.set(drawn, await draw(drawn))
    for (const drawn of all.toReversed()) expect((await draw(drawn)).equals(first.get(drawn)!)).toBe(true)
  },
  patience,
)

interface Watched extends Document {
  readonly scenes: Set<HTMLCanvasElement>
}

/** The sizes of the canvases that were in a scene. */
const sizes = () =>
  page.page.evaluate(() => [...(document as Watched).scenes].map(({ width, height }) => [width, height]))

test(
  'the canvas of scenes keeps its memory for the next, unless it is large or the page is at rest',
  async () => {
    await page.page.evaluate(() => {
      const scenes = new Set<HTMLCanvasElement>()
      Object.assign(document, { scenes })
      const { readPixels } = WebGLRenderingContext.prototype
      WebGLRenderingContext.prototype.readPixels = function (
        this: WebGLRenderingContext,
        ...given: unknown[]
      ) {
        scenes.add(this.canvas as HTMLCanvasElement)
        Reflect.apply(readPixels, this, given)
      }
    })
    const small = figure([points], { margin: { l: 0, t: 0, r: 0, b: 0 } })
    await draw(small)
    expect(await sizes()).toEqual([[600, 440]])
    await page.releaseMemory()
    expect(await sizes()).toEqual([[1, 1]])
    await draw(small)
    await draw(figure([points], { width: 1500, height: 1000 }))
    expect(await sizes()).toEqual([[1, 1]])
  },
  patience,
)
