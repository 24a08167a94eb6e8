/** Texts of 3d scenes are drawn on one canvas for all figures of a page. */

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

const figure = (...lines: readonly string[]): Figure => ({
  data: JSON.stringify([
    { type: 'scatter3d', mode: 'text', x: [1], y: [1], z: [1], text: [lines.join('<br>')] },
  ]),
  layout: JSON.stringify({ width: 300, height: 400, template: {} }),
  frames: null,
})
const lines = (count: number, text = 'a line'): string[] => Array.from({ length: count }, () => text)

async function draw(drawn: Figure, on = page): Promise<Buffer> {
  const { images } = await on.draw(drawn, { formats: ['png'], look: defaultLook })
  return Buffer.from(images.get('png')!)
}

interface Watched extends Document {
  largest: number
  canvases: Set<HTMLCanvasElement>
}

/** The largest canvas that pixels were read from since the last call, and what is left of all of them. */
const pixels = () =>
  page.page.evaluate(() => {
    const watched = document as Watched
    const { largest, canvases } = watched
    watched.largest = 0
    return { largest, left: Math.max(...[...canvases].map(({ width, height }) => width * height)) }
  })

const watchCanvases = () =>
  page.page.evaluate(() => {
    const watched = document as Watched
    Object.assign(watched, { largest: 0, canvases: new Set() })
    const { prototype } = CanvasRenderingContext2D
    const { getImageData } = prototype
    prototype.getImageData = function (this: CanvasRenderingContext2D, ...given) {
      const { canvas } = this
      watched.canvases.add(canvas)
      watched.largest = Math.max(watched.largest, canvas.width * canvas.height)
      return Reflect.apply(getImageData, this, given)
    }
  })

test(
  'a text of many lines looks the same on a page that has drawn others of as many',
  async () => {
    const other = await openPage()
    const text = figure(...lines(15), '<b>bold</b> and <i>italic</i>')
    await draw(figure(...lines(40, 'others')), other)
    expect((await draw(text, other)).equals(await draw(text))).toBe(true)
  },
  patience,
)

test(
  'a text of very many lines takes memory for what it shows, and gives it back',
  async () => {
    await watchCanvases()
    await draw(figure('a'))
    const { left: usual } = await pixels()
    for (const text of [lines(400, 'a'), ['w'.repeat(200), ...lines(399, 'a')], lines(5_000, 'a')]) {
      await draw(figure(...text))
      const { largest, left } = await pixels()
      expect(largest).toBeGreaterThan(1024 ** 2)
      expect(largest).toBeLessThanOrEqual(2 ** 26)
      expect(left).toBeLessThanOrEqual(usual)
    }
  },
  patience,
)
