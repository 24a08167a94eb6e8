import { describe, expect, test } from '@jest/globals'
import { type PrepareOptions, prepareFigure } from '../../../src/browser/figure/prepare.ts'
import type { JsonObject } from '../../../src/browser/json.ts'

const tools = {
  templates: { light: { layout: { paper_bgcolor: 'white' } }, dark: { layout: { paper_bgcolor: 'black' } } },
  measure: null,
}
const renderer: PrepareOptions = {
  width: null,
  height: null,
  theme: null,
  background: null,
  locale: null,
  offline: true,
}

const prepare = (
  figure: { data?: JsonObject[]; layout?: JsonObject; frames?: JsonObject[] },
  options: Partial<PrepareOptions> = {},
) => prepareFigure({ data: [], layout: {}, frames: [], ...figure }, { ...renderer, ...options }, tools)

describe('null', () => {
  test('means absent wherever an attribute is, and stays a gap in data', () => {
    const { layout, data, frames } = prepare({
      layout: {
        xaxis: null,
        yaxis: { title: null, range: [null, 5] },
        annotations: [{ text: 'a', font: null }, null],
        template: { layout: { font: null }, data: { bar: [{ marker: null }] } },
      },
      data: [
        { type: 'sankey', node: null, link: { source: [0, null] } },
        { y: [1, null], marker: null, line: { color: null }, customdata: [{ a: null }], meta: { b: null } },
      ],
      frames: [{ name: null, layout: { title: null }, data: [{ marker: null }] }],
    })
    expect(data).toEqual([
      { type: 'sankey', link: { source: [0, null] }, visible: false },
      { y: [1, null], line: {}, customdata: [{ a: null }], meta: { b: null } },
    ])
    expect(layout).toMatchObject({
      yaxis: { range: [null, 5] },
      annotations: [{ text: 'a' }, null],
      template: { layout: {}, data: { bar: [{}] } },
    })
    expect('xaxis' in layout || 'title' in (layout.yaxis as object)).toBe(false)
    expect(frames).toEqual([{ layout: {}, data: [{}] }])
  })
})

describe('titles given as plain strings', () => {
  test('become text everywhere the library takes a title', () => {
    const { layout, data } = prepare({
      layout: {
        title: 'Graph',
        xaxis: { title: 'x' },
        yaxis2: { title: 'y' },
        scene: { zaxis: { title: 'z' } },
        polar: { radialaxis: { title: 'r' } },
        ternary2: { aaxis: { title: 'a' } },
        coloraxis: { colorbar: { title: 'c' } },
        legend: { title: 'l' },
        template: { layout: { title: 't' }, data: { pie: [{ title: 'p' }] } },
      },
      data: [
        { type: 'pie', title: 'pie' },
        { type: 'heatmap', colorbar: { title: 'bar' } },
        { marker: { colorbar: { title: 'marker' } } },
        { type: 'carpet', aaxis: { title: 'a' }, baxis: { title: 'b' } },
      ],
    })
    expect(layout).toMatchObject({
      title: { text: 'Graph' },
      xaxis: { title: { text: 'x' } },
      yaxis2: { title: { text: 'y' } },
      scene: { zaxis: { title: { text: 'z' } } },
      polar: { radialaxis: { title: { text: 'r' } } },
      ternary2: { aaxis: { title: { text: 'a' } } },
      coloraxis: { colorbar: { title: { text: 'c' } } },
      legend: { title: { text: 'l' } },
      template: { layout: { title: { text: 't' } }, data: { pie: [{ title: { text: 'p' } }] } },
    })
    expect(data).toEqual([
      { type: 'pie', title: { text: 'pie' } },
      { type: 'heatmap', colorbar: { title: { text: 'bar' } } },
      { marker: { colorbar: { title: { text: 'marker' } } } },
      { type: 'carpet', aaxis: { title: { text: 'a' } }, baxis: { title: { text: 'b' } } },
    ])
  })

  test('a title that is an object, and what only looks like one, stays', () => {
    const meta = { title: 'not a title' }
    const { layout, data } = prepare({
      layout: { title: { text: 'T', subtitle: 'S' }, meta },
      data: [{ customdata: [{ title: 'x' }] }],
    })
    expect(layout.title).toEqual({ text: 'T', subtitle: { text: 'S' } })
    expect(layout.meta).toEqual({ title: 'not a title' })
    expect(data[0]).toEqual({ customdata: [{ title: 'x' }] })
  })
})

describe('what a figure names on other machines', () => {
  test('is left out of a picture and listed', () => {
    const { omitted, layout, data } = prepare({
      layout: {
        images: [{ source: 'https://a.example/i.png' }, { source: 'data:image/png;base64,AA==' }],
        map: { style: 'https://a.example/style.json', layers: [{ source: 'https://a.example/l.json' }] },
        map2: {
          style: {
            version: 8,
            sources: { s: { type: 'raster', tiles: ['https://a.example/{z}'] } },
            layers: [
              { id: 'l', source: 's' },
              { id: 'b', type: 'background' },
            ],
          },
        },
      },
      data: [
        { type: 'choropleth', geojson: 'https://a.example/g.json' },
        { type: 'image', source: '//a.example/z.png' },
      ],
    })
    expect(omitted).toEqual([
      'https://a.example/i.png',
      'https://a.example/style.json',
      'https://a.example/l.json',
      'https://a.example/{z}',
      'https://a.example/g.json',
      '//a.example/z.png',
    ])
    expect(layout.images).toMatchObject([{ visible: false }, { source: 'data:image/png;base64,AA==' }])
    expect((layout.map2 as { style: JsonObject }).style).toMatchObject({ sources: {}, layers: [{ id: 'b' }] })
    expect(data.map(({ visible }) => visible)).toEqual([false, false])
  })

  test('a map style that is only a name would be fetched too', () => {
    expect(prepare({ layout: { map: { style: 'dark' } } }).omitted).toEqual(['dark'])
    expect(prepare({ layout: { map: { style: 'white-bg' } } }).omitted).toEqual([])
  })

  test('a map of no style gets the library’s own, which would be fetched as well', () => {
    for (const map of [undefined, {}, { style: null }, { style: 7 }]) {
      const { omitted, layout } = prepare({ layout: { map }, data: [{ type: 'scattermap' }] })
      expect(omitted).toEqual(['basic'])
      expect((layout.map as { style: JsonObject }).style).toMatchObject({ sources: {} })
    }
  })

  test('a template’s style is that of every map that names none', () => {
    const template = { layout: { map: { style: 'dark' }, map3: { style: 'light' } } }
    const { omitted, layout } = prepare({
      layout: { template, map2: {}, map3: {} },
      data: ['map', 'map2', 'map3'].map(subplot => ({ type: 'scattermap', subplot })),
    })
    expect([...omitted].sort()).toEqual(['dark', 'light'])
    expect(layout.map2).toEqual(layout.map)
  })

  test('what a map would never be done with is left out or bounded: videos, terrain, depths and tiny tiles', () => {
    const style = {
      version: 8,
      terrain: { source: 'heights' },
      sources: {
        film: { type: 'video', urls: ['data:video/mp4;base64,AAAA'] },
        points: { type: 'geojson', data: {}, cluster: true, clusterMaxZoom: 1e9 },
        tiles: { type: 'raster', tiles: ['data:,'], tileSize: 1e-9 },
      },
      layers: [{ id: 'f', type: 'raster', source: 'film' }],
    }
    const { omitted, layout } = prepare({ layout: { map: { style } }, data: [{ type: 'scattermap' }] })
    expect(omitted).toEqual(['data:video/mp4;base64,AAAA', 'terrain'])
    const drawn = (layout.map as { style: JsonObject }).style
    expect(drawn).toEqual({
      version: 8,
      sources: {
        points: { type: 'geojson', data: {}, cluster: true, clusterMaxZoom: 24 },
        tiles: { type: 'raster', tiles: ['data:,'], tileSize: 64 },
      },
      layers: [],
    })
  })

  test('every sheet of icons and letters that a map style names is listed', () => {
    const style = {
      version: 8,
      sprite: [
        { id: 'default', url: 'https://a.example/icons' },
        { id: 'more', url: 'https://b.example/icons' },
      ],
      glyphs: 'https://a.example/{fontstack}/{range}.pbf',
      imports: [{ id: 'base', url: 'https://a.example/base.json' }],
      layers: [],
    }
    const { omitted, layout } = prepare({ layout: { map: { style } } })
    expect(omitted).toEqual([
      'https://a.example/icons',
      'https://b.example/icons',
      'https://a.example/{fontstack}/{range}.pbf',
      'https://a.example/base.json',
    ])
    expect(layout.map).toEqual({ style: { version: 8, sources: {}, layers: [] } })
  })

  test('stays where the viewer may fetch it', () => {
    const source = 'https://a.example/i.png'
    const { layout, omitted } = prepare({ layout: { images: [{ source }] } }, { offline: false })
    expect(layout.images).toEqual([{ source }])
    expect(omitted).toEqual([])
  })
})

describe('sizes and looks', () => {
  test('the size asked for, else the layout’s, else 700×500', () => {
    expect(prepare({}).layout).toMatchObject({ width: 700, height: 500 })
    expect(prepare({ layout: { width: 300 } }).layout).toMatchObject({ width: 300, height: 500 })
    expect(prepare({ layout: { width: 300 } }, { width: 640, height: 480 }).layout).toMatchObject({
      width: 640,
      height: 480,
    })
  })

  test('the interactive page keeps a figure without a size responsive', () => {
    expect(prepare({}, { offline: false }).layout).toEqual({})
  })

  test('a background shows behind every subplot', () => {
    const { layout } = prepare({ layout: { polar: { bgcolor: 'red' } } }, { background: 'transparent' })
    expect(layout).toMatchObject({
      paper_bgcolor: 'transparent',
      plot_bgcolor: 'rgba(0,0,0,0)',
      polar: { bgcolor: 'rgba(0,0,0,0)' },
    })
  })

  test('a figure with frames and no traces shows its first frame', () => {
    const { data, layout } = prepare({
      layout: { title: 'a' },
      frames: [{ data: [{ y: [1] }], layout: { title: 'b' } }, { data: [{ y: [2] }] }],
    })
    expect(data).toEqual([{ y: [1] }])
    expect(layout.title).toEqual({ text: 'b' })
  })
})
