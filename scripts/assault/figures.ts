/**
 * Figures that cost far more than they weigh, one or more of each class: counts, steps, indices, sizes, loops, memory,
 * crashes, navigation, maps that never come to rest, and images that unfold.
 */

import { crc32, deflateSync } from 'node:zlib'

export interface HostileFigure {
  readonly name: string
  /** What is added to the address of its image. */
  readonly query?: string
  /** JSON of a create's body; `seed` makes each another figure. */
  body(seed: number): string
}

const json = (name: string, make: (seed: number) => object, query?: string): HostileFigure => ({
  name,
  query,
  body: seed => JSON.stringify(make(seed)),
})

/** A list as JSON, without building it: 400,000 numbers take their time. */
const numbers = (count: number, seed: number): string => {
  const parts = new Array<string>(count)
  for (let at = 0; at < count; at++) parts[at] = String((at * 7 + seed) % 997)
  return parts.join()
}

const dates = { x: ['1000-01-01', '2000-01-01'], y: [1, 2] }
const square = (side: number, seed: number) =>
  Array.from({ length: side }, (_, row) => Array.from({ length: side }, (_, at) => (row * at + seed) % 101))

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

/** A png of one colour: some hundred kilobytes that decode to gigabytes. */
function bomb(side: number): string {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side)
  head.writeUInt32BE(side, 4)
  head.writeUInt8(1, 8)
  const rows = deflateSync(Buffer.alloc((Math.ceil(side / 8) + 1) * side), { level: 9 })
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const png = Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ])
  return `data:image/png;base64,${png.toString('base64')}`
}

/** An svg whose groups each use the one before ten times. */
function nestedSvg(depth: number): string {
  const levels = Array.from(
    { length: depth },
    (_, at) => `<g id="g${at + 1}">${`<use href="#g${at}"/>`.repeat(10)}</g>`,
  )
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><defs><g id="g0"><path d="M0 0h9v9"/></g>${levels.join('')}</defs><use href="#g${depth}"/></svg>`
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
}

const pictured = (source: string) => (seed: number) => ({
  data: [{ y: [1, 2, seed] }],
  layout: { images: [{ source, xref: 'paper', yref: 'paper', x: 0, y: 1, sizex: 1, sizey: 1 }] },
})

const map = (style: object) => (seed: number) => ({
  data: [{ type: 'scattermap', lat: [seed % 80], lon: [0] }],
  layout: { map: { style: { version: 8, ...style } } },
})

const onePixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

let decoded: string | undefined
const unfolding = () => (decoded ??= bomb(30_000))

/** Of the kind that stops renderers; ordinary in shape, so that most pass the checks. */
export const hostileFigures: readonly HostileFigure[] = [
  {
    name: 'counts: 400,000 markers of svg',
    body: seed => `{"data":[{"type":"scatter","mode":"markers","y":[${numbers(400_000, seed)}]}]}`,
  },
  {
    name: 'counts: 60,000 texts',
    body: seed =>
      `{"data":[{"type":"scatter","mode":"text","texttemplate":"%{y}","y":[${numbers(60_000, seed)}]}]}`,
  },
  json('counts: surfaces of an isosurface', seed => ({
    data: [
      {
        type: 'isosurface',
        x: [0, 0, 0, 0, 1, 1, 1, 1],
        y: [0, 1, 0, 1, 0, 1, 0, 1],
        z: [1, 1, 0, 0, 1, 1, 0, 0],
        value: [1, 2, 3, 4, 5, 6, 7, seed],
        isomin: 2,
        isomax: 6,
        surface: { count: 1e7 },
      },
    ],
  })),
  json('counts: 1,500 traces', seed => ({
    data: Array.from({ length: 1500 }, (_, at) => ({ type: 'bar', name: `t${at}`, y: [at, seed] })),
  })),
  json('steps: minor ticks', seed => ({
    data: [{ y: [1, 2, seed] }],
    layout: { xaxis: { minor: { dtick: 1e-9 } } },
  })),
  json('steps: milliseconds over a thousand years', () => ({
    data: [dates],
    layout: { xaxis: { type: 'date', dtick: 1 } },
  })),
  json('steps: contours', seed => ({
    data: [
      {
        type: 'contour',
        z: square(9, seed),
        contours: { start: 0, end: 1e6, size: 1e-7 },
        autocontour: false,
      },
    ],
  })),
  json('steps: bins', seed => ({
    data: [{ type: 'histogram', x: [0, 1e9, seed], xbins: { start: 0, end: 1e9, size: 1e-3 } }],
  })),
  json('indices: a link beyond every node', seed => ({
    data: [
      { type: 'sankey', node: { label: ['a', 'b'] }, link: { source: [0], target: [1e7], value: [seed] } },
    ],
  })),
  json('indices: a link beyond every number', seed => ({
    data: [
      { type: 'sankey', node: { label: ['a', 'b'] }, link: { source: [0], target: [1e308], value: [seed] } },
    ],
  })),
  json('sizes: 36 million pixels', seed => ({ data: [{ y: [1, seed] }] }), '?width=6000&height=6000'),
  json(
    'sizes: a heat map at twice its size',
    seed => ({ data: [{ type: 'heatmap', z: square(400, seed) }] }),
    '?width=4000&height=2000&scale=2',
  ),
  json('pixels: WebGL markers as large as the plot', seed => ({
    data: [
      {
        type: 'scattergl',
        mode: 'markers',
        y: Array.from({ length: 5000 }, (_, at) => (at * seed) % 97),
        marker: { size: 2500 },
      },
    ],
  })),
  json('loops: a million circles of one pattern', seed => ({
    data: Array.from({ length: 300 }, () => ({
      type: 'bar',
      y: Array.from({ length: 100 }, (_, at) => (at * seed) % 17),
      marker: { pattern: { shape: '/', size: 1 } },
    })),
  })),
  json('memory: a surface', seed => ({ data: [{ type: 'surface', z: square(900, seed) }] })),
  json('memory: a matrix of 60 dimensions', seed => ({
    data: [
      {
        type: 'splom',
        dimensions: Array.from({ length: 60 }, (_, at) => ({ label: `d${at}`, values: [at, seed, 3] })),
      },
    ],
  })),
  json('crashes: an image that unfolds', seed => pictured(unfolding())(seed)),
  json('crashes: an svg that unfolds', seed => pictured(nestedSvg(9))(seed)),
  json(
    'navigation: an attribution that reloads the page',
    map({
      sources: {
        s: {
          type: 'geojson',
          data: { type: 'FeatureCollection', features: [] },
          attribution: 'x<meta http-equiv="refresh" content="0;url=https://a.invalid/">',
        },
      },
      layers: [{ id: 'f', type: 'fill', source: 's' }],
    }),
  ),
  json(
    'maps: tiles that never come',
    map({
      sources: { s: { type: 'raster', tiles: ['https://a.invalid/{z}/{x}/{y}.png'], tileSize: 16 } },
      layers: [{ id: 'r', type: 'raster', source: 's' }],
    }),
  ),
  json(
    'maps: tiles that fade in for years',
    map({
      sources: { s: { type: 'raster', tiles: [`${onePixel}#{z}/{x}/{y}`], tileSize: 256 } },
      layers: [{ id: 'r', type: 'raster', source: 's', paint: { 'raster-fade-duration': 1e12 } }],
    }),
  ),
]

/** A chart as people make them. */
export const ordinaryFigure = (seed: number): string =>
  JSON.stringify({
    data: [
      { type: 'scatter', name: 'Observed', y: Array.from({ length: 100 }, (_, at) => (at * seed) % 23) },
      { type: 'bar', name: 'Counts', y: Array.from({ length: 100 }, (_, at) => (at + seed) % 11) },
    ],
    layout: { title: { text: `Series ${seed}` } },
  })
