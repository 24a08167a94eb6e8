import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { Figure } from '../../src/domain/figure/text.ts'
import { type ImageFormat, imageFormats } from '../../src/domain/image/formats.ts'
import { defaultLook, type ImageLook } from '../../src/domain/image/look.ts'
import type { Renderer, RenderResult } from '../../src/domain/image/ports.ts'
import { defaultTemplate } from '../../src/plotly/default-template.ts'
import { createRenderer } from '../../src/rendering/renderer.ts'

const sharp = createRequire(import.meta.url)('sharp') as typeof import('sharp').default

// Other work may share the machine with the suite.
const patience = 240_000

const figure = (data: unknown, layout: unknown = {}, frames: unknown = null): Figure => ({
  data: JSON.stringify(data),
  layout: JSON.stringify(layout),
  frames: frames === null ? null : JSON.stringify(frames),
})

const sample = (name: string): Figure => {
  const text = readFileSync(new URL(`../figures/${name}.json`, import.meta.url), 'utf8')
  const { data, layout, frames } = JSON.parse(text)
  return figure(data, layout, frames)
}

const bars = figure([{ type: 'bar', y: [1, 3, 2] }], { title: 'Bars', width: 240, height: 160 })

let renderer: Renderer

beforeAll(() => {
  renderer = createRenderer({
    workers: 2,
    browserPath: process.env.BROWSER_PATH || null,
    sandbox: 'auto',
    limits: { drawMs: patience, waitMs: patience },
  })
})

afterAll(() => renderer.close(), patience)

const draw = (
  of: Figure,
  formats: readonly ImageFormat[] = ['png'],
  look: Partial<ImageLook> = {},
): Promise<RenderResult> =>
  renderer.draw({
    figure: async () => of,
    formats,
    look: { ...defaultLook, ...look },
    priority: 'waiting',
  }).result

const svgOf = async (of: Figure, look: Partial<ImageLook> = {}) =>
  Buffer.from((await draw(of, ['svg'], look)).images.get('svg')!).toString()

/** Colour and opacity of one pixel. */
async function pixel(image: Uint8Array, x: number, y: number): Promise<number[]> {
  const { data, info } = await sharp(image).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return [...data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 4)]
}

const inked = async (image: Uint8Array) => {
  const { data } = await sharp(image)
    .flatten({ background: '#fff' })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return data.reduce((sum, value) => sum + (value < 128 ? 1 : 0), 0)
}

/** The first and the last row that anything dark stands in. */
async function inkedRows(image: Uint8Array): Promise<{ first: number; last: number }> {
  const { data, info } = await sharp(image)
    .flatten({ background: '#fff' })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const row = (at: number) => Math.floor(at / info.width)
  return {
    first: row(data.findIndex(value => value < 128)),
    last: row(data.findLastIndex(value => value < 128)),
  }
}

/** By which a file of each format is known. */
const beginnings: Readonly<Record<ImageFormat, RegExp>> = {
  png: /^\x89PNG\r\n/,
  svg: /^<svg /,
  webp: /^RIFF.{4}WEBP/s,
  jpeg: /^\xff\xd8\xff/,
  pdf: /^%PDF-/,
}

describe('formats and sizes', () => {
  test(
    'one drawing gives every format, in its own type and size',
    async () => {
      const { images, omitted } = await draw(bars, imageFormats)
      for (const format of imageFormats) {
        expect(Buffer.from(images.get(format) ?? []).toString('latin1')).toMatch(beginnings[format])
      }
      for (const format of ['png', 'webp', 'jpeg'] as const) {
        expect(await sharp(images.get(format)!).metadata()).toMatchObject({ format, width: 240, height: 160 })
      }
      const svg = Buffer.from(images.get('svg')!).toString()
      expect(svg).toMatch(/^<svg [^>]*width="240" height="160"/)
      expect(svg).toContain('>Bars</text>')
      const pdf = Buffer.from(images.get('pdf')!).toString('latin1')
      expect(pdf).toMatch(/\/MediaBox \[0 0 180 120\]/)
      expect(pdf).toContain('/Title (Bars)')
      expect(omitted).toEqual([])
    },
    patience,
  )

  test(
    'a pdf has the title of its figure, and none of the figure before it',
    async () => {
      const titleOf = async (title?: string) => {
        const titled = figure([{ type: 'bar', y: [1, 3, 2] }], { title, width: 240, height: 160 })
        const { images } = await draw(titled, ['pdf'])
        return /\/Title \((.*?)\)/.exec(Buffer.from(images.get('pdf')!).toString('latin1'))?.[1]
      }
      expect(await titleOf('Sales<br>of 2026')).toBe('Sales of 2026')
      expect(await titleOf()).toBe('Plotgate')
    },
    patience,
  )

  test(
    'width, height and scale of the look',
    async () => {
      const { images } = await draw(bars, ['png', 'svg'], { width: 300, height: 200, scale: 2 })
      expect(await sharp(images.get('png')!).metadata()).toMatchObject({ width: 600, height: 400 })
      expect(Buffer.from(images.get('svg')!).toString()).toMatch(
        /^<svg [^>]*width="600" height="400" [^>]*viewBox="0 0 300 200"/,
      )
    },
    patience,
  )

  test(
    'a last part of a pixel is cut off, and nothing is stretched for it',
    async () => {
      const odd = { ...bars, layout: String(bars.layout).replace('240', '240.9') }
      for (const [format, scale] of [
        ['png', 1],
        ['jpeg', 1],
        ['png', 1.5],
      ] as const) {
        const { images } = await draw(odd, [format], { scale, background: '#ff0000' })
        const picture = images.get(format)!
        const { width, height } = await sharp(picture).metadata()
        expect([width, height]).toEqual([Math.floor(240.9 * scale), 160 * scale])
        expect(await pixel(picture, width! - 1, 5)).toEqual(await pixel(picture, 5, 5))
      }
      const { images } = await draw(bars, ['png'], { width: 100, height: 100, scale: 2.3 })
      expect(await sharp(images.get('png')!).metadata()).toMatchObject({ width: 230, height: 230 })
    },
    patience,
  )

  test(
    'a side longer than a frame of video may be',
    async () => {
      const { images } = await draw(bars, ['png'], { width: 40, height: 33_000, background: '#ff0000' })
      expect(await sharp(images.get('png')!).metadata()).toMatchObject({ width: 40, height: 33_000 })
      expect(await pixel(images.get('png')!, 2, 32_990)).toEqual([255, 0, 0, 255])
    },
    patience,
  )

  test(
    '700×500 where nothing says a size',
    async () => {
      expect(await sharp((await draw(figure([]))).images.get('png')!).metadata()).toMatchObject({
        width: 700,
        height: 500,
      })
    },
    patience,
  )

  test(
    'a transparent background stays so, but in jpeg is white',
    async () => {
      const { images } = await draw(bars, ['png', 'webp', 'jpeg'], { background: 'transparent' })
      expect((await pixel(images.get('png')!, 2, 2))[3]).toBe(0)
      expect((await pixel(images.get('webp')!, 2, 2))[3]).toBe(0)
      expect(await pixel(images.get('jpeg')!, 2, 2)).toEqual([255, 255, 255, 255])
    },
    patience,
  )

  test(
    'a theme and a background',
    async () => {
      const dark = await pixel((await draw(bars, ['png'], { theme: 'dark' })).images.get('png')!, 2, 2)
      expect(Math.max(...dark.slice(0, 3))).toBeLessThan(80)
      const red = await draw(bars, ['png'], { background: '#ff0000' })
      expect(await pixel(red.images.get('png')!, 2, 2)).toEqual([255, 0, 0, 255])
    },
    patience,
  )
})

describe('what figures ask for', () => {
  const scale = { color: [1, 2], showscale: true }
  test.each<[string, object, object?]>([
    ['names of traces with any signs', { uid: 'a $[b"', y: [1, 2], marker: scale }],
    [
      'colours of links by a template that is not there',
      {
        type: 'sankey',
        node: { label: ['a', 'b'] },
        link: { source: [0], target: [1], value: [1], colorscales: [{ templateitemname: 'none' }] },
      },
    ],
    ['contours in one column', { type: 'contour', z: [[1], [2]], contours: { coloring: 'heatmap' } }],
    [
      'colour bars that reserve the whole figure',
      { y: [1, 2], marker: { ...scale, colorbar: { yref: 'container' } } },
      { width: 400, height: 300 },
    ],
    [
      'fewer lines under texts than texts',
      {
        type: 'treemap',
        labels: ['a', 'b', 'c'],
        parents: ['', 'a', 'a'],
        textfont: { lineposition: ['under'] },
      },
    ],
    [
      'heads of arrows that there are not',
      { y: [1, 2] },
      { annotations: [{ x: 0, y: 1, text: 'a', arrowhead: 8, startarrowhead: 8, arrowside: 'end+start' }] },
    ],
    [
      'shapes between grid and traces along a whole axis',
      { y: [1, 2] },
      { shapes: [{ layer: 'between', xref: 'x domain', x0: 0, x1: 1, y0: 1, y1: 1 }] },
    ],
    [
      'limits of categories in two levels',
      {
        type: 'bar',
        x: [
          ['a', 'a'],
          ['b', 'c'],
        ],
        y: [1, 2],
      },
      { xaxis: { autorangeoptions: { clipmax: 1, include: [5] } } },
    ],
    [
      'image traces whose file is no image',
      {
        type: 'image',
        source: `data:image/gif;base64,${btoa('GIF89a\x02\x00\x02\x00\x00')}`,
        zsmooth: 'fast',
      },
      { xaxis: { type: 'log' } },
    ],
    [
      'tables of a single typed row',
      {
        type: 'table',
        header: { values: { dtype: 'i1', bdata: btoa('\x07\x08') }, font: { size: 60 } },
        cells: { values: { dtype: 'i1', bdata: btoa('\x01\x02') } },
      },
    ],
    ['image traces whose file is cut off', { type: 'image', source: 'data:image/png;base64,iVBORw0KGgo=' }],
  ])(
    '%s are drawn',
    async (_, trace, layout = {}) => {
      const { images } = await draw(figure([trace], layout))
      expect(await inked(images.get('png')!)).toBeGreaterThan(100)
    },
    patience,
  )

  test(
    'countries are drawn beside points, on a map without outlines',
    async () => {
      const points = { type: 'scattergeo', lon: [0], lat: [0] }
      const countries = { type: 'choropleth', locations: ['USA', 'CAN'], z: [1, 1], colorscale: 'Greys' }
      const { images } = await draw(figure([points, countries], { geo: { visible: false } }))
      expect(await inked(images.get('png')!)).toBeGreaterThan(5_000)
    },
    patience,
  )

  test(
    'maps, TeX, WebGL, typed arrays and an empty map style are drawn without any network',
    async () => {
      for (const name of [
        'geo_first',
        'ternary-mathjax',
        'gl2d_parcoords_1',
        'gl3d_cone-sizemode_vector2',
        'typed-arrays',
        'map_0',
      ]) {
        const { images } = await draw(sample(name), ['png'])
        expect({ name, drawn: (await inked(images.get('png')!)) > 200 }).toEqual({ name, drawn: true })
      }
    },
    patience,
  )

  test(
    'texts on a map are drawn whole, in the font they name',
    async () => {
      const textOnMap = async (textfont: object) => {
        const trace = { type: 'scattermap', mode: 'text', lon: [0], lat: [0], text: ['MAP'], textfont }
        const { images } = await draw(figure([trace], { map: { style: 'white-bg', zoom: 1 } }))
        return images.get('png')!
      }
      const byDefault = await textOnMap({ size: 60, color: '#000' })
      const { channels } = await sharp(byDefault).flatten({ background: '#fff' }).stats()
      expect(channels[0]!.min).toBeLessThan(8)
      // The library's default for maps is named as map servers name fonts, by family and weight.
      const named = async (family: string) => textOnMap({ size: 60, color: '#000', family })
      expect(Buffer.compare(byDefault, await named('Open Sans'))).toBe(0)
      expect(Buffer.compare(byDefault, await named('Arial'))).not.toBe(0)
      expect(Buffer.compare(await named('Open Sans Bold'), byDefault)).not.toBe(0)
    },
    patience,
  )

  test(
    'the cells of a row begin on one line in the default style, with their first word',
    async () => {
      const cells = { values: [['unbreakable and more'], ['short']] }
      const table = { type: 'table', columnwidth: [60, 60], header: { values: ['a', 'b'] }, cells }
      const beginnings = async (template: object) => {
        const svg = await svgOf(figure([table], { template, width: 160, height: 300 }))
        const holder =
          /class="cell-text-holder" transform="translate\([\d.]+,([\d.]+)\)".*?dy="([\d.]+)(?:em)?".*?<\/text>/g
        const found = [...svg.matchAll(holder)].map(([text, y, dy]) => ({
          text: text.replace(/<[^<>]*>|^[^>]*>/g, ' ').trim(),
          baseline: Number(y) + 12 * Number(dy),
        }))
        return ['unbreakable', 'short'].map(word => found.find(({ text }) => text.startsWith(word)))
      }
      const [long, short] = await beginnings(defaultTemplate.light)
      expect([long?.baseline, short?.baseline]).toEqual([17, 17])
      expect(long?.text).toMatch(/^unbreakable\s+and\s+more$/)
      // Figures with a template of their own are drawn as the library draws them.
      const [theirs, other] = await beginnings({})
      expect(theirs?.baseline).not.toBe(other?.baseline)
    },
    patience,
  )

  test(
    'a map of the world begins at the Pacific in the default style',
    async () => {
      const lon = [-170, -110, -50, 30, 100, 170]
      const data = [{ type: 'scattergeo', lon, lat: lon.map(() => 0) }]
      const xs = async (template: object) => {
        const svg = await svgOf(figure(data, { template }))
        return [...svg.matchAll(/class="point"[^>]* transform="translate\(([\d.]+)/g)].map(([, x]) =>
          Number(x),
        )
      }
      const styled = await xs(defaultTemplate.light)
      expect(styled).toHaveLength(lon.length)
      expect(styled).toEqual([...styled].sort((a, b) => a - b))
      // A figure with a template of its own is cut where the library cuts it.
      const [, , , first = 0] = await xs({})
      expect(first).toBeLessThan(styled[3]!)
    },
    patience,
  )

  test(
    'TeX is set as formulas, and one figure’s macros are not another’s',
    async () => {
      const tex = (text: string) => figure([{ y: [1] }], { title: { text } })
      expect(await svgOf(tex('$\\def\\secret{x^2}\\secret$'))).toMatch(
        /<g class="gtitle-math-group".*data-mml-node="msup"/s,
      )
      const [first, second] = await Promise.all([svgOf(tex('$\\secret$')), svgOf(tex('$\\secret$'))])
      expect(first).toBe(second)
      expect(first).not.toContain('data-mml-node="msup"')
    },
    patience,
  )

  test(
    'a formula links to nothing that runs',
    async () => {
      const svg = await svgOf(
        figure([{ y: [1] }], {
          title: { text: '$\\href{javascript:alert(1)}{x}\\href{https://example.org}{y}$' },
        }),
      )
      expect(svg).not.toMatch(/href="javascript:/)
      expect(svg).toContain('href="https://example.org"')
    },
    patience,
  )

  test.each([
    [
      'an image that never comes',
      {
        type: 'image',
        coordinates: [
          [0, 1],
          [1, 1],
          [1, 0],
          [0, 0],
        ],
      },
    ],
    [
      'an image that is none',
      {
        type: 'image',
        url: 'data:image/png;base64,AAAA',
        coordinates: [
          [0, 1],
          [1, 1],
          [1, 0],
          [0, 0],
        ],
      },
    ],
    ['tiles that are none', { type: 'raster', tiles: ['data:image/png;base64,AAAA'], tileSize: 256 }],
    [
      'tiles of an address in an address',
      { type: 'raster', url: `data:application/json,{"tiles":["https://a.invalid/{z}/{x}/{y}.png"]}` },
    ],
  ])(
    'a map with %s is drawn without, and that is told',
    async (_, source) => {
      const marker = { size: 40, color: '#f00' }
      const style = { version: 8, sources: { s: source }, layers: [{ id: 'l', type: 'raster', source: 's' }] }
      const layout = { map: { style }, margin: { l: 0, r: 0, t: 0, b: 0 }, width: 200, height: 200 }
      const { images, omitted } = await draw(
        figure([{ type: 'scattermap', lon: [0], lat: [0], marker }], layout),
      )
      expect(omitted).toContain('layout.map.style')
      expect(await pixel(images.get('png')!, 100, 100)).toEqual([255, 0, 0, 255])
    },
    patience,
  )

  test(
    'a text with characters that no svg file can hold is drawn without them',
    async () => {
      const name = 'a\u0001b\uffffc\ud800d🚂'
      for (const type of ['scatter', 'scattergl', 'scatter3d']) {
        const trace = { type, name, x: [1, 2], y: [1, 2], z: [1, 2] }
        const { images } = await draw(figure([trace], { showlegend: true }), ['png', 'svg'], { scale: 2 })
        expect(images.get('png')!.byteLength).toBeGreaterThan(2000)
        const svg = Buffer.from(images.get('svg')!).toString()
        expect(svg).toContain('abcd🚂')
        for (const letter of ['\u0001', '\uffff', '\ufffd']) expect(svg).not.toContain(letter)
      }
    },
    patience,
  )

  test(
    'more maps than contexts of WebGL that a page usually has',
    async () => {
      const names = Array.from({ length: 18 }, (_, i) => (i === 0 ? 'map' : `map${i + 1}`))
      const marker = { size: 40, color: '#f00' }
      const traces = names.map(subplot => ({ type: 'scattermap', lon: [0], lat: [0], marker, subplot }))
      const place = (i: number) => ({
        x: [(i % 6) / 6, ((i % 6) + 1) / 6],
        y: [Math.floor(i / 6) / 3, (Math.floor(i / 6) + 1) / 3],
      })
      const maps = names.map((name, i) => [name, { style: 'white-bg', domain: place(i) }])
      const layout = { width: 600, height: 300, margin: { l: 0, r: 0, t: 0, b: 0 }, showlegend: false }
      const { images } = await draw(figure(traces, { ...layout, ...Object.fromEntries(maps) }))
      for (const i of names.keys()) {
        const at = await pixel(images.get('png')!, (i % 6) * 100 + 50, Math.floor(i / 6) * 100 + 50)
        expect({ map: names[i], at }).toEqual({ map: names[i], at: [255, 0, 0, 255] })
      }
    },
    patience,
  )

  test(
    'every script has glyphs: emoji, Chinese, Japanese, Korean, Arabic, Hebrew',
    async () => {
      const missing = await inked(
        (await draw(figure([], { title: '\u{10FFFE}'.repeat(4) }))).images.get('png')!,
      )
      for (const text of ['😀😀😀😀', '汉字汉字', 'ひらがな', '한국한국', 'عربي', 'עברי']) {
        const image = (await draw(figure([], { title: text }))).images.get('png')!
        const drawn = await sharp(image)
          .flatten({ background: '#fff' })
          .trim()
          .toBuffer({ resolveWithObject: true })
        expect({ text, width: drawn.info.width > 20, ink: (await inked(image)) !== missing }).toEqual({
          text,
          width: true,
          ink: true,
        })
      }
    },
    patience,
  )

  test(
    'a figure the library refuses is render_failed, in its words',
    async () => {
      await expect(draw({ data: '[', layout: '{}', frames: null })).rejects.toMatchObject({
        code: 'render_failed',
        status: 422,
      })
    },
    patience,
  )

  test(
    'a text of thousands of tags within each other',
    async () => {
      const title = { text: `${'<b>'.repeat(3_000)}deep<br>${'<i>'.repeat(3_000)}deeper` }
      const svg = await svgOf(figure([{ y: [1] }], { title }))
      expect(svg).toContain('deeper')
      expect((svg.match(/<tspan/g) ?? []).length).toBeLessThan(100)
    },
    patience,
  )
})

describe('one figure and the next', () => {
  const mixed = [
    'gl3d_cone-sizemode_vector2',
    'gl3d_indicator_scatter3d',
    'map_0',
    '22',
    'bar_and_histogram',
    'gl2d_texttemplate',
    'ternary-mathjax',
    'icicle_coffee',
    'polar_template',
    'parcats_numeric_sort',
    'frames',
    'smith_gaps',
    'geo_first',
  ]

  test(
    'the same bytes in any order, on pages that drew others before',
    async () => {
      const first = new Map<string, RenderResult>()
      for (const name of mixed) first.set(name, await draw(sample(name), ['png', 'svg']))
      const order = [...mixed, ...mixed].sort((a, b) => hash(a) - hash(b)).reverse()
      const again = await Promise.all(
        order.map(async name => [name, await draw(sample(name), ['png', 'svg'])] as const),
      )
      for (const [name, { images }] of again) {
        for (const format of ['png', 'svg'] as const) {
          const same = Buffer.from(images.get(format)!).equals(
            Buffer.from(first.get(name)!.images.get(format)!),
          )
          expect({ name, format, same }).toEqual({ name, format, same: true })
        }
      }
    },
    patience,
  )

  test(
    'keys of the language’s own objects change nothing for the next',
    async () => {
      const before = await svgOf(bars)
      await draw({
        data: '[{"y":[1],"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}]',
        layout: '{"__proto__":{"title":{"text":"x"}},"template":{"layout":{"__proto__":{"polluted":1}}}}',
        frames: null,
      }).catch(() => {})
      expect(await svgOf(bars)).toBe(before)
      expect(await svgOf(bars)).toBe(before)
    },
    patience,
  )

  test(
    'contexts of WebGL never run out',
    async () => {
      const gl = figure(
        [{ type: 'scattergl', mode: 'markers', y: [1, 3, 2], marker: { size: 40, color: '#ff0000' } }],
        { width: 200, height: 200 },
      )
      const pictures = await Promise.all(Array.from({ length: 20 }, () => draw(gl)))
      const one = Buffer.from(pictures[0]!.images.get('png')!)
      expect(await inked(one)).toBeGreaterThan(0)
      expect(pictures.every(({ images }) => Buffer.from(images.get('png')!).equals(one))).toBe(true)
    },
    patience,
  )
})

test(
  'canary and stats',
  async () => {
    await renderer.canary()
    expect(renderer.stats()).toMatchObject({ workers: 2, queued: 0 })
    expect(renderer.stats().rendered).toBeGreaterThan(0)
  },
  patience,
)

/** A fixed shuffle. */
function hash(text: string): number {
  return [...text].reduce((sum, letter) => (Math.imul(sum, 31) + letter.charCodeAt(0)) | 0, 7)
}

describe('a headline in the default style', () => {
  const size = { width: 300, height: 200 }
  const unseen = { visible: false }
  async function titled(title: unknown, margin: unknown = {}) {
    const layout = { ...size, title, margin, xaxis: unseen, yaxis: unseen }
    const { images } = await draw(figure([{ y: [1, 2], visible: false }], layout), ['png'], {
      theme: 'light',
    })
    return inkedRows(images.get('png')!)
  }

  test(
    'stands at the top, and whole at the foot of the picture where a layout asks for that',
    async () => {
      const above = await titled('Headline')
      expect(above.first).toBeGreaterThan(10)
      expect(above.last).toBeLessThan(50)
      const below = await titled({ text: 'gg', y: 0 })
      expect(below.first).toBeGreaterThan(150)
      expect(below.last).toBeLessThan(198)
    },
    patience,
  )

  test(
    'that is put on the plot’s edge stands outside the plot, not over what is drawn',
    async () => {
      const { last } = await titled({ text: 'Headline', yref: 'paper', automargin: true })
      expect(last).toBeLessThan(72)
    },
    patience,
  )

  test(
    'of several lines is whole where it makes its own room',
    async () => {
      const { first, last } = await titled({ text: 'One<br>Two', automargin: true }, { t: 0 })
      expect(first).toBeGreaterThan(10)
      expect(last - first).toBeGreaterThan(30)
    },
    patience,
  )

  test(
    'is whole above a horizontal colour bar',
    async () => {
      const colorbar = { orientation: 'h', title: { text: 'Sales' } }
      const heatmap = figure([{ type: 'heatmap', z: [[1, 2]], colorbar }], { ...size, title: 'Headline' })
      const { images } = await draw(heatmap, ['png'], { theme: 'light' })
      expect((await inkedRows(images.get('png')!)).first).toBeGreaterThan(10)
    },
    patience,
  )
})
