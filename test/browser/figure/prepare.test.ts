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

test('a layout is prepared in time that grows with the length of its names alone', () => {
  const started = process.cpuUsage()
  prepare({ layout: { [`${'1'.repeat(250_000)}x`]: {} } })
  // The square of the length would be a minute and more.
  expect(process.cpuUsage(started).user / 1000).toBeLessThan(10_000)
})

describe('titles given as plain strings', () => {
  test('become text everywhere the library takes a title', () => {
    const { layout, data, frames } = prepare({
      layout: {
        title: 'Graph',
        xaxis: { title: 'x' },
        yaxis2: { title: 'y' },
        scene: { zaxis: { title: 2026 } },
        polar: { radialaxis: { title: 'r' } },
        ternary2: { aaxis: { title: 'a' } },
        smith: { imaginaryaxis: { title: 'i' } },
        coloraxis: { colorbar: { title: 'c' } },
        legend: { title: 'l' },
        legend12: { title: 'l' },
        shapes: [{ legendgrouptitle: 'g' }],
        template: { layout: { title: 't' }, data: { pie: [{ title: 'p' }] } },
      },
      data: [
        { type: 'pie', title: 'pie' },
        { type: 'heatmap', colorbar: { title: 'bar' } },
        { marker: { colorbar: { title: 'marker' } } },
        { type: 'carpet', aaxis: { title: 'a' }, baxis: { title: 'b' } },
        { legendgrouptitle: 'g' },
      ],
      frames: [{ layout: { title: 'f' }, data: [{ legendgrouptitle: 'g' }] }, { name: 'of data alone' }],
    })
    expect(layout).toMatchObject({
      title: { text: 'Graph' },
      xaxis: { title: { text: 'x' } },
      yaxis2: { title: { text: 'y' } },
      scene: { zaxis: { title: { text: '2026' } } },
      polar: { radialaxis: { title: { text: 'r' } } },
      ternary2: { aaxis: { title: { text: 'a' } } },
      smith: { imaginaryaxis: { title: { text: 'i' } } },
      coloraxis: { colorbar: { title: { text: 'c' } } },
      legend: { title: { text: 'l' } },
      legend12: { title: { text: 'l' } },
      shapes: [{ legendgrouptitle: { text: 'g' } }],
      template: { layout: { title: { text: 't' } }, data: { pie: [{ title: { text: 'p' } }] } },
    })
    expect(data).toEqual([
      { type: 'pie', title: { text: 'pie' } },
      { type: 'heatmap', colorbar: { title: { text: 'bar' } } },
      { marker: { colorbar: { title: { text: 'marker' } } } },
      { type: 'carpet', aaxis: { title: { text: 'a' } }, baxis: { title: { text: 'b' } } },
      { legendgrouptitle: { text: 'g' } },
    ])
    expect(frames).toEqual([
      { layout: { title: { text: 'f' } }, data: [{ legendgrouptitle: { text: 'g' } }] },
      { name: 'of data alone' },
    ])
  })

  test('a title that is an object, and what only looks like one, stays', () => {
    const meta = { title: 'not a title' }
    const { layout, data } = prepare({
      layout: {
        title: { text: 'T', subtitle: 'S' },
        meta,
        newlegend: { title: 'x' },
        xaxis2b: { title: 'x' },
      },
      data: [{ customdata: [{ title: 'x' }] }],
    })
    expect(layout).toMatchObject({ newlegend: { title: 'x' }, xaxis2b: { title: 'x' } })
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
    expect((layout.map as { layers: JsonObject[] }).layers).toEqual([{ visible: false }])
    expect(data.map(({ visible }) => visible)).toEqual([false, false])
  })

  test('is left as it is where it brings what it names, or names nothing', () => {
    const data = ' data:image/png;base64,AA=='
    const figure = {
      layout: {
        images: [{ source: data }, { source: '' }, { source: 7 }],
        map: { style: 'white-bg', layers: [{ source: { type: 'FeatureCollection' } }, { source: [data] }] },
      },
      data: [
        { type: 'image', source: data },
        { type: 'scatter', source: 'of nothing' },
        { type: 'choropleth', geojson: { type: 'FeatureCollection' } },
      ],
    }
    const { omitted, layout, data: traces } = prepare(structuredClone(figure))
    expect(omitted).toEqual([])
    expect(layout.images).toEqual(figure.layout.images)
    expect((layout.map as JsonObject).layers).toEqual(figure.layout.map.layers)
    expect(traces).toEqual(figure.data)
  })

  test('is left out of a layer’s list, and when it only speaks of data', () => {
    const sources = ['https://a.example/l.json', 'data:,', 7]
    const { omitted, layout, data } = prepare({
      layout: { map: { style: 'white-bg', layers: [{ source: sources, type: 'line' }] } },
      data: [
        { type: 'choropleth', geojson: 'data:application/json,{}' },
        { type: 'image', source: 'https://a.example/?data:' },
      ],
    })
    expect(omitted).toEqual([
      'https://a.example/l.json',
      'data:application/json,{}',
      'https://a.example/?data:',
    ])
    expect((layout.map as JsonObject).layers).toEqual([{ type: 'line', visible: false }])
    expect(data.map(({ visible }) => visible)).toEqual([false, false])
  })

  test('is listed up to a bound, however much a figure names', () => {
    const tiles = Array.from({ length: 5_000 }, (_, at) => `https://a.example/${at}/${'x'.repeat(5_000)}`)
    const { omitted } = prepare({
      layout: { map: { style: { version: 8, sources: { s: { type: 'raster', tiles } }, layers: [] } } },
    })
    expect(omitted.length).toBe(100)
    expect(omitted[99]).toBe(tiles[99]!.slice(0, 500))
  })

  test('a map style that is only a name would be fetched too', () => {
    expect(prepare({ layout: { map: { style: 'dark' } } }).omitted).toEqual(['dark'])
    expect(prepare({ layout: { map: { style: 'white-bg' } } }).omitted).toEqual([])
  })

  test('a named map style leaves the ground it is known for', () => {
    const groundOf = (style: string) => {
      const { layout } = prepare({ layout: { map: { style } } })
      const [background] = (layout.map as { style: { layers: JsonObject[] } }).style.layers
      return background
    }
    const paint = (colour: string) => ({
      id: 'background',
      type: 'background',
      paint: { 'background-color': colour },
    })
    expect(groundOf('white-bg')).toEqual(paint('#ffffff'))
    expect(groundOf('carto-darkmatter')).toEqual(paint('#16181d'))
    expect(groundOf('basic')).toEqual(paint('#f2f3f0'))
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
        film: { type: 'video', urls: [`data:video/mp4;base64,${'A'.repeat(100)}`] },
        empty: { type: 'video' },
        nothing: 'no source',
        points: { type: 'geojson', data: {}, cluster: true, clusterMaxZoom: 1e9 },
        tiles: { type: 'raster', tiles: ['data:,'], tileSize: 1e-9 },
      },
      layers: [{ id: 'f', type: 'raster', source: 'film' }],
    }
    const { omitted, layout } = prepare({ layout: { map: { style } }, data: [{ type: 'scattermap' }] })
    expect(omitted).toEqual([`data:video/mp4;base64,${'A'.repeat(58)}`, 'video', 'terrain'])
    const drawn = (layout.map as { style: JsonObject }).style
    expect(drawn).toEqual({
      version: 8,
      sources: {
        nothing: 'no source',
        points: { type: 'geojson', data: {}, cluster: true, clusterMaxZoom: 24 },
        tiles: { type: 'raster', tiles: ['data:,'], tileSize: 64 },
      },
      layers: [],
    })
  })

  test('tiles of a map do not fade in, which may last for hours', () => {
    const source = { type: 'raster', tiles: ['data:image/png;base64,AAAA'] }
    const layers = [
      { id: 'a', type: 'raster', source: 's' },
      { id: 'b', type: 'raster', source: 's', paint: { 'raster-opacity': 0.5, 'raster-fade-duration': 1e9 } },
      { id: 'c', type: 'background' },
    ]
    const { layout } = prepare({ layout: { map: { style: { version: 8, sources: { s: source }, layers } } } })
    expect((layout.map as { style: JsonObject }).style.layers).toEqual([
      { id: 'a', type: 'raster', source: 's', paint: { 'raster-fade-duration': 0 } },
      { id: 'b', type: 'raster', source: 's', paint: { 'raster-opacity': 0.5, 'raster-fade-duration': 0 } },
      { id: 'c', type: 'background' },
    ])
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

  test('a layout’s size is taken from 10 pixels on, and as a number', () => {
    const widthOf = (width: unknown) => prepare({ layout: { width } }).layout.width
    expect([10, 9.9, '800', Number.POSITIVE_INFINITY].map(widthOf)).toEqual([10, 700, 700, 700])
  })

  test('the interactive page keeps a figure without a size responsive', () => {
    expect(prepare({}, { offline: false }).layout).toEqual({})
  })

  test('a background shows behind every subplot', () => {
    const { layout } = prepare(
      { layout: { polar: { bgcolor: 'red' }, scene12: {}, geometry: { bgcolor: 'red' } } },
      { background: 'transparent' },
    )
    expect(layout).toMatchObject({
      paper_bgcolor: 'transparent',
      plot_bgcolor: 'rgba(0,0,0,0)',
      polar: { bgcolor: 'rgba(0,0,0,0)' },
      scene12: { bgcolor: 'rgba(0,0,0,0)' },
      geometry: { bgcolor: 'red' },
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

test('a scene that is no name, and words of a template that are no texts, are taken out', () => {
  const { data } = prepare({
    data: [
      { type: 'surface', z: [[1]], scene: true },
      { type: 'sunburst', labels: ['a'], texttemplate: [true, null, 7, {}] },
    ],
  })
  expect('scene' in (data[0] as object)).toBe(false)
  expect(data[1]?.texttemplate).toEqual(['true', null, '7', ''])
  const typed = { dtype: 'i1', bdata: 'AQI=' }
  const settled = prepare({
    data: [
      { y: [1, 2], texttemplate: typed, hovertemplate: typed },
      { y: [1, 2, 3], hovertemplate: [null, 7, '%{y}'] },
    ],
  })
  expect(settled.data[0]).toEqual({ y: [1, 2] })
  expect(settled.data[1]?.hovertemplate).toEqual(['', '7', '%{y}'])
})
