import { beforeAll, expect, test } from '@jest/globals'
import { defaultLook } from '../../../src/domain/image/look.ts'
import type { PageSession } from '../../../src/rendering/page/page-session.ts'
import { suitePages } from './browsers.ts'

const patience = 240_000

const svg = (inner: string) =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 40">${inner}</svg>`,
  )}`
const red = svg('<rect width="60" height="40" fill="red"/>')
const blue = svg('<circle cx="20" cy="20" r="15" fill="blue"/>')
const pixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='
const placed = (source: string, x: number) => ({
  source,
  ...{ xref: 'paper', yref: 'paper', x, y: 1, sizex: 0.3, sizey: 0.3 },
})

const figure = {
  data: '[{"y":[1,3,2]}]',
  layout: JSON.stringify({
    ...{ width: 240, height: 160 },
    images: [placed(pixel, 0), placed(red, 0.2), placed('data:image/svg+xml,<svg', 0.3), placed(red, 0.4)],
    template: { layout: { images: [{ name: 'mark', ...placed(blue, 0.6) }] } },
  }),
  frames: null,
}

let page: PageSession
const open = suitePages()
beforeAll(async () => {
  page = await open()
}, patience)

async function draw(triesSvgImages: boolean, scale = 1) {
  const reports: (string | null)[] = []
  const { images } = await page.draw(figure, {
    formats: ['png', 'svg'],
    look: { ...defaultLook, scale },
    triesSvgImages,
    onSvgImage: path => void reports.push(path),
  })
  return { images, reports }
}

const [first, broken, ofTemplate] = [
  'layout.images[1].source',
  'layout.images[2].source',
  'layout.template.layout.images[0].source',
]

test.each([1, 1.5])(
  'SVG images that are tried first are reported one by one, and the files stay the same at scale %d',
  async scale => {
    const usual = await draw(false, scale)
    const tried = await draw(true, scale)
    expect(usual.reports).toEqual([first])
    // Loaded one by one before the plot, then drawn as often as they are in it.
    expect(tried.reports).toEqual([
      ...[first, broken, ofTemplate, null],
      ...[first, broken, first, ofTemplate, null],
    ])
    expect(tried.images).toEqual(usual.images)
  },
  patience,
)

test(
  'a figure without SVG images reports nothing',
  async () => {
    const reports: unknown[] = []
    await page.draw(
      { data: '[{"y":[1,3,2]}]', layout: '{"images":[{"source":5},null]}', frames: null },
      {
        formats: ['png'],
        look: defaultLook,
        triesSvgImages: true,
        onSvgImage: path => void reports.push(path),
      },
    )
    expect(reports).toEqual([])
  },
  patience,
)
