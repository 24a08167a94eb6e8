/**
 * Figures with markup in every text that the charting library's schema knows of. `mark()` is what their code would
 * run; `https://a.invalid/` what their markup would ask for.
 */

import { createRequire } from 'node:module'

type Json = Record<string, unknown>

interface Attribute {
  readonly valType?: string
  readonly items?: Readonly<Record<string, object>>
}

const schema = createRequire(import.meta.url)('plotly.js/dist/plot-schema.json') as {
  readonly traces: Readonly<Record<string, { readonly attributes: object }>>
  readonly layout: { readonly layoutAttributes: object }
}

const act = `performance.mark('harm')`

/** What an attribution, a text or anything else may hold in the hope that somebody makes elements of it. */
const markup = [
  `<meta http-equiv="refresh" content="0;url=https://a.invalid/meta">`,
  `<style>html{--harm:1}*{background:url(https://a.invalid/style)}</style>`,
  `<base href="https://a.invalid/base/">`,
  `<form action="https://a.invalid/form" onsubmit="${act}"><input autofocus onfocus="${act}"></form>`,
  `<button formaction="javascript:${act}">b</button>`,
  `<img src="https://a.invalid/img" onerror="${act}" onload="${act}">`,
  `<svg onload="${act}"><image href="https://a.invalid/image"/><script>${act}</script>`,
  `<foreignObject><iframe src="https://a.invalid/foreign"></iframe></foreignObject></svg>`,
  `<object data="https://a.invalid/object"></object><embed src="https://a.invalid/embed">`,
  `<link rel="stylesheet" href="https://a.invalid/link">`,
  `<iframe src="https://a.invalid/frame" srcdoc="<script>parent.${act}</script>"></iframe>`,
  `<script>${act}</script><script src="https://a.invalid/script"></script>`,
  `<a href="javascript:${act}" onclick="${act}">link</a>`,
  `<video src="https://a.invalid/video" onerror="${act}"></video><details open ontoggle="${act}">d</details>`,
  `<template shadowrootmode="open"><img src="https://a.invalid/shadow"></template>`,
  `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=${act}&gt;">`,
].join('')

/** What the library's own texts may hold: styles, links, and the word that its svg writer looks for. */
const styled = [
  `<span style="fill:url(https://a.invalid/fill);cursor:url(https://a.invalid/cursor),auto">s</span>`,
  `<span style="filter:\\75rl(https://a.invalid/filter);mask:image-set('https://a.invalid/mask' 1x)">s</span>`,
  `<span style="TOBESTRIPPED' onclick='${act}' x='TOBESTRIPPED">s</span>`,
  `<a href="javascript:${act}">j</a><a href='https://b.invalid/" onclick="${act}'>k</a>`,
  `<a href="https://b.invalid/" popup="width=1">p</a>`,
].join('')

const tex = String.raw`$\href{javascript:${act}}{x}\style{background:url(https://a.invalid/t);cursor:url(https://a.invalid/c)}{y}
\class{a}{z}\cssId{b}{z}\color{url(https://a.invalid/colour)}{z}\bbox[background:url(https://a.invalid/box)]{z}
\bbox[url(https://a.invalid/box)]{z}\unicode[x;background:url(https://a.invalid/font)]{65}$`

const numbers = [1, 3, 2]
const grid = [
  [1, 2, 3],
  [2, 3, 1],
  [3, 1, 2],
]
const area = {
  type: 'Feature',
  id: 'a',
  properties: {},
  geometry: {
    type: 'Polygon',
    coordinates: [
      [
        [0, 0],
        [9, 0],
        [9, 9],
        [0, 0],
      ],
    ],
  },
}
const cube = { x: [0, 0, 0, 0, 1, 1, 1, 1], y: [0, 1, 0, 1, 0, 1, 0, 1], z: [1, 1, 0, 0, 1, 1, 0, 0] }
const dimensions = [1, 2, 3].map(each => ({ values: [each, 2, 3] }))

/** Enough for any kind of trace to be drawn; it takes what it knows. */
const anyTrace = {
  ...{ x: numbers, y: numbers, lat: numbers, lon: numbers, r: numbers, theta: numbers },
  ...{ a: numbers, b: numbers, c: numbers, real: numbers, imag: numbers, u: numbers, v: numbers, w: numbers },
  ...{ open: numbers, high: numbers, low: numbers, close: numbers, values: numbers },
  ...{ labels: ['A', 'B', 'C'], parents: ['', 'A', 'A'], value: 5, dimensions, mode: 'markers+lines+text' },
}
const byType: Readonly<Record<string, Json>> = {
  ...Object.fromEntries(
    ['heatmap', 'contour', 'surface', 'histogram2d', 'histogram2dcontour'].map(type => [type, { z: grid }]),
  ),
  ...Object.fromEntries(
    ['scatter3d', 'mesh3d', 'cone', 'streamtube', 'densitymap'].map(type => [type, { z: numbers }]),
  ),
  ...Object.fromEntries(['isosurface', 'volume'].map(type => [type, { ...cube, value: cube.z }])),
  image: { z: [[[255, 0, 0]]] },
  carpet: { a: [1, 1, 2, 2], b: [1, 2, 1, 2], x: [1, 2, 1, 2], y: [1, 1, 2, 2] },
  choropleth: { locations: ['FRA'], z: [1] },
  choroplethmap: { locations: ['a'], z: [1], geojson: { type: 'FeatureCollection', features: [area] } },
  sankey: { node: { label: ['a', 'b'] }, link: { source: [0], target: [1], value: [1] } },
  table: { header: { values: [['h']] }, cells: { values: [['c', 'd']] } },
}

/** Left as they are: they choose a kind of thing, or are looked at in the map's own figures. */
const kept = new Set([
  'type',
  'uid',
  'mode',
  'style',
  'geojson',
  'source',
  'templateitemname',
  'visible',
  'matches',
])

/** Every text of that part of the schema set to `text`; `base` stays. */
function fill(attributes: object, text: string, base: Json = {}): Json {
  const filled: Json = { ...base }
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('_') || typeof value !== 'object' || value === null || Array.isArray(value)) continue
    const { valType, items } = value as Attribute
    const own = base[name]
    if (valType === undefined) {
      if (items && !Array.isArray(own)) filled[name] = Object.values(items).map(each => fill(each, text))
      else if (!items && (own === undefined || isObject(own)))
        filled[name] = fill(value, text, isObject(own) ? own : {})
    } else if (own === undefined && !kept.has(name)) {
      if (valType === 'string' || valType === 'any' || valType === 'color') filled[name] = text
      if (valType === 'data_array' && /text|ids|custom|label/.test(name)) filled[name] = [text, text, text]
    }
  }
  return filled
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export interface HostileFigure {
  readonly name: string
  readonly data: Json[]
  readonly layout: Json
  readonly frames?: Json[]
}

const layoutOf = (text: string): Json =>
  fill(schema.layout.layoutAttributes, text, {
    ...{ width: 300, height: 240, title: { text }, legend: { title: { text } }, template: {} },
    // Else it would be drawn on no axis.
    ...{ grid: {}, images: [], selections: [], shapes: [{ type: 'line', label: { text } }] },
    annotations: [{ text, hovertext: text, x: 1, y: 1, xref: 'paper', yref: 'paper' }],
    updatemenus: [{ buttons: [{ label: text, method: 'skip', name: text }] }],
    sliders: [{ steps: [{ label: text, method: 'skip' }], currentvalue: { prefix: text, suffix: text } }],
  })

/** One figure of each kind of trace, with the texts of that trace, and one with those of the whole layout. */
export const hostileFigures: readonly HostileFigure[] = [
  { name: 'layout', data: [{ ...anyTrace, type: 'scatter' }], layout: layoutOf(`${styled}${markup}`) },
  ...Object.entries(schema.traces).map(([type, { attributes }]) => {
    const base = { ...anyTrace, ...byType[type], type }
    const layout = { width: 300, height: 240, map: { style: 'white-bg' } }
    return { name: type, data: [fill(attributes, `${styled}${markup}`, base)], layout }
  }),
]

export const hostileFormulas: readonly HostileFigure[] = ['scatter', 'pie'].map(type => ({
  name: `${type} with formulas`,
  data: [{ ...anyTrace, type, name: tex, text: [tex, tex, tex] }],
  layout: { width: 300, height: 240, title: { text: tex }, annotations: [{ text: tex, x: 1, y: 1 }] },
}))

const empty = { type: 'FeatureCollection', features: [] }
const mapStyle = {
  version: 8,
  name: markup,
  metadata: { note: markup },
  sources: {
    shapes: { type: 'geojson', data: empty, attribution: markup },
    others: { type: 'geojson', data: empty, attribution: `b ${markup}` },
  },
  layers: [
    { id: markup, type: 'fill', source: 'shapes' },
    { id: 'l', type: 'line', source: 'others' },
  ],
}
const onMap = { type: 'scattermap', lat: [0], lon: [0] }

/** Where a map's style may stand, and the attributions in it. */
export const hostileMaps: readonly HostileFigure[] = [
  { name: 'the style of a map', data: [onMap], layout: { map: { style: mapStyle } } },
  { name: 'a second map', data: [{ ...onMap, subplot: 'map2' }], layout: { map2: { style: mapStyle } } },
  {
    name: 'a template',
    data: [onMap],
    layout: { template: { layout: { map: { style: mapStyle } } } },
  },
  {
    name: 'a frame',
    data: [],
    layout: {},
    frames: [{ data: [onMap], layout: { map: { style: mapStyle } } }],
  },
  {
    name: 'a layer',
    data: [onMap],
    layout: {
      map: { style: 'white-bg', layers: [{ source: empty, type: 'fill', sourceattribution: markup }] },
    },
  },
]
