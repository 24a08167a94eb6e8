/** The image that other sites show for a link to a graph: nothing of it is cropped where they show it twice as wide as high. */

import { afterAll, beforeAll, expect, test } from '@jest/globals'
import sharp from 'sharp'
import { startTestService, type TestService } from '../../support/app.ts'

const patience = 240_000

let service: TestService

beforeAll(async () => {
  service = await startTestService({ RENDER_WORKERS: '1' })
}, patience)

afterAll(async () => {
  await service.close()
})

/** What the page of a figure says of its card, and the image that it names. */
async function cardOf(layout: object) {
  const created = await fetch(`${service.baseUrl}/v1/plot`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${service.key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ data: [{ type: 'bar', y: [1, 3, 2] }], layout }),
  })
  const { graph } = (await created.json()) as { graph: { permalink: string } }
  const page = await (await fetch(graph.permalink)).text()
  const said = (name: string) =>
    new RegExp(`property="og:image${name}" content="([^"]+)"`).exec(page)?.[1]?.replaceAll('&amp;', '&') ?? ''
  const image = await fetch(said(''))
  const { width, height } = await sharp(Buffer.from(await image.arrayBuffer())).metadata()
  expect([said(':width'), said(':height')]).toEqual([String(width), String(height)])
  return { query: new URL(said('')).search, width, height }
}

test.each([
  ['without a size', {}, '?width=800&height=420&scale=2', [1600, 840]],
  ['of usual proportions', { width: 700, height: 500 }, '?width=952&height=500&scale=2', [1904, 1000]],
  ['with a height alone', { height: 300 }, '?width=700&height=368&scale=2', [1400, 736]],
  ['that is wide', { width: 1200, height: 400 }, '?width=1200&height=630&scale=1', [1200, 630]],
  ['that is high', { width: 600, height: 900 }, '?width=1714&height=900&scale=1', [1714, 900]],
  ['of the card’s proportions', { width: 800, height: 430 }, '', [800, 430]],
  ['too high to be read in a card', { width: 700, height: 1400 }, '', [700, 1400]],
  ['of fractional pixels', { width: 640.4, height: 480.2 }, '?width=914&height=480&scale=2', [1828, 960]],
] as const)(
  'the card of a figure %s',
  async (_, layout, query, size) => {
    expect(await cardOf(layout)).toEqual({ query, width: size[0], height: size[1] })
  },
  patience,
)
