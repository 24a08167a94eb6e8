/** Figures on which the charting library fails, which it draws for ever, or that it cannot draw in time. */

import { expect, test } from '@jest/globals'
import { carpet, isTold, layout, type Mistake, numbersTo, toldOf, trace, y } from './mistake.ts'

const stops = (count: number) => numbersTo(count).map(at => [at / (count - 1), `rgb(${at % 256}, 0, 0)`])

/** Of two cells, with what each type of three dimensions needs. */
const solid = (() => {
  const [x, y, z] = [
    [0, 0, 0, 0, 1, 1, 1, 1],
    [0, 1, 0, 1, 0, 1, 0, 1],
    [1, 1, 0, 0, 1, 1, 0, 0],
  ]
  return { x, y, z, u: x, v: y, w: z, value: x, intensity: x }
})()

test.each<Mistake>([
  [
    'a parent that is no label',
    { data: [{ type: 'sunburst', labels: ['a', 'b'], parents: ['', 'c'] }] },
    'error',
    'data[0].parents[1]',
    /"c" is not one of the labels/,
  ],
  [
    'sectors in a ring',
    { data: [{ type: 'treemap', labels: ['a', 'b', 'c'], parents: ['b', 'a', ''] }] },
    'error',
    'data[0].parents[0]',
    /is its own ancestor/,
  ],
  [
    'a parent that is there twice',
    { data: [{ type: 'icicle', labels: ['a', 'a', 'b'], parents: ['', '', 'a'] }] },
    'error',
    'data[0].labels[1]',
    /twice/,
  ],
  [
    'a total less than its parts',
    {
      data: [
        { type: 'sunburst', labels: ['a', 'b'], parents: ['', 'a'], values: [1, 2], branchvalues: 'total' },
      ],
    },
    'error',
    'data[0].values[0]',
    /less than the sum of the sectors under "a"/,
  ],
  [
    'rows beside values',
    { data: [{ type: 'heatmap', z: [[1, 2], 3] }] },
    'error',
    'data[0].z',
    /mixes values and rows/,
  ],
  ['contours of words', { data: [{ type: 'contour', z: [['a', 'b']] }] }, 'error', 'data[0].z', /no number/],
  ['pixels that are numbers', { data: [{ type: 'image', z: [[1, 2]] }] }, 'error', 'data[0].z[0]', /pixels/],
  [
    'an object among sizes',
    trace({ marker: { size: [1, { a: 1 }] } }),
    'error',
    'data[0].marker.size',
    /contains an object/,
  ],

  [
    'a row of base64 as a surface',
    { data: [{ type: 'surface', z: { dtype: 'f4', bdata: 'AACAPwAAAEA=' } }] },
    'error',
    'data[0].z',
    /add its "shape", such as "2,3"/,
  ],
  ...['surface', 'mesh3d', 'isosurface', 'volume', 'cone', 'streamtube'].map(
    (type): Mistake => [
      `a colour scale of more stops than a ${type} has colours`,
      { data: [{ ...solid, type, colorscale: stops(257) }] },
      'error',
      'data[0].colorscale',
      new RegExp(`257 stops, more than a ${type} can have; send at most 256`),
    ],
  ),
  [
    'the same of a colour axis',
    {
      data: [{ type: 'surface', z: [y, y], coloraxis: 'coloraxis2' }],
      layout: { coloraxis2: { colorscale: stops(300) } },
    },
    'error',
    'layout.coloraxis2.colorscale',
    /300 stops/,
  ],
  ['an object among coordinates', trace({ x: [1, { 0: 1 }, 3] }), 'error', 'data[0].x', /contains an object/],
  [
    'a corner that there is not',
    { data: [{ type: 'mesh3d', x: [0, 1, 0], y: [0, 0, 1], z: [0, 0, 0], i: [0], j: [1], k: [3] }] },
    'error',
    'data[0].k[0]',
    /3 is not a corner/,
  ],
])('a figure on which the library fails is told: %s', isTold)

test.each<Mistake>([
  [
    'the first line of a carpet far from it',
    carpet({ aaxis: { tickmode: 'linear', tick0: 1e300 } }),
    'error',
    'data[0].aaxis.tick0',
    /too far from the carpet/,
  ],
  [
    'a line of a carpet that it does not have',
    carpet({ baxis: { arraytick0: 1e300 } }),
    'error',
    'data[0].baxis.arraytick0',
    /too far from the carpet/,
  ],
  [
    'a link to no node',
    { data: [{ type: 'sankey', link: { source: [0], target: [-1], value: [1] } }] },
    'error',
    'data[0].link.target[0]',
    /-1 is not a node/,
  ],
  [
    'links that are all from one node to none',
    { data: [{ type: 'sankey', link: { source: [0, 0], target: ['x', 1], value: [1, 0] } }] },
    'error',
    'data[0].link.target[0]',
    /this value is not a node; send/,
  ],
  [
    'a link to a fraction',
    { data: [{ type: 'sankey', link: { source: [0, 1], target: [1, 1.5], value: [1, 1] } }] },
    'error',
    'data[0].link.target[1]',
    /1.5 is not a node; send/,
  ],
  [
    'a node with an exponent in a text, which the library takes for another',
    { data: [{ type: 'sankey', link: { source: [0, 1], target: [1, '2e0'], value: [1, 1] } }] },
    'error',
    'data[0].link.target[1]',
    /2 is not a node; send/,
  ],
  [
    'a scatter plot matrix of one plot',
    {
      data: [
        {
          type: 'splom',
          dimensions: [{ values: [1, 2] }, { values: [2, 1] }],
          diagonal: { visible: false },
          showlowerhalf: false,
        },
      ],
    },
    'error',
    'data[0].diagonal.visible',
    /leaves a single plot/,
  ],
  [
    'a link to a far node',
    { data: [{ type: 'sankey', link: { source: [0], target: [1e308], value: [1] } }] },
    'error',
    'data[0].link.target[0]',
    /not a node/,
  ],
  ['a height beyond every image', layout({ height: 1.2e29 }), 'error', 'layout.height', /million pixels/],
  [
    'surfaces without end',
    { data: [{ type: 'isosurface', x: [0], y: [0], z: [0], value: [1], surface: { count: 1e7 } }] },
    'error',
    'data[0].surface.count',
    /more than can be drawn/,
  ],
  [
    'minor ticks without end',
    { data: [{ x: [0, 1, 2], y }], layout: { xaxis: { minor: { dtick: 1e-9 } } } },
    'error',
    'layout.xaxis.minor.dtick',
    /steps, more than/,
  ],
  [
    'minor ticks without end, of points that stand at 0, 1, 2',
    { data: [{ y: [1, 2, 3] }], layout: { xaxis: { minor: { dtick: 1e-9 } } } },
    'error',
    'layout.xaxis.minor.dtick',
    /steps, more than/,
  ],
  [
    'more ticks, one by one, than an image has pixels',
    layout({ xaxis: { tickvals: numbersTo(10_001) } }),
    'error',
    'layout.xaxis.tickvals',
    /10001 are more than can be drawn/,
  ],
  [
    'milliseconds over a thousand years',
    { data: [{ x: ['1000-01-01', '2000-01-01'], y: [1, 2] }], layout: { xaxis: { dtick: 1 } } },
    'error',
    'layout.xaxis.dtick',
    /steps/,
  ],
  [
    'bins without end',
    { data: [{ type: 'histogram', x: [0, 1e9], xbins: { size: 0.1 } }] },
    'error',
    'data[0].xbins.size',
    /steps/,
  ],
  [
    'contours without end',
    {
      data: [
        {
          type: 'contour',
          z: [
            [1, 2],
            [3, 4],
          ],
          contours: { start: 0, end: 1, size: 1e-9 },
        },
      ],
    },
    'error',
    'data[0].contours.size',
    /steps/,
  ],
  [
    'a grid without end',
    layout({ grid: { rows: 1000, columns: 1000 } }),
    'error',
    'layout.grid',
    /subplots are more/,
  ],
  [
    'a single column beside its gap',
    layout({ grid: { rows: 2, columns: 1, xgap: 1 } }),
    'error',
    'layout.grid.xgap',
    /leaves no room for the subplots/,
  ],
  [
    'a number format as wide as memory',
    layout({ yaxis: { tickformat: '999999999d' } }),
    'error',
    'layout.yaxis.tickformat',
    /wider than any image/,
  ],
  [
    'a text of twenty wide numbers',
    trace({ mode: 'text', texttemplate: '%{x:9999d}'.repeat(20) }),
    'error',
    'data[0].texttemplate',
    /wider than any image/,
  ],
  [
    'meridians without end',
    { data: [{ type: 'scattergeo', lat: [0], lon: [0] }], layout: { geo: { lonaxis: { dtick: 1e-6 } } } },
    'error',
    'layout.geo.lonaxis.dtick',
    /steps/,
  ],
  [
    'lines of a carpet without end, by a template',
    {
      ...carpet({}),
      layout: { template: { data: { carpet: [{ aaxis: { tickmode: 'linear', dtick: 1e-6 } }] } } },
    },
    'error',
    'layout.template.data.carpet[0].aaxis.dtick',
    /steps, more than/,
  ],
  [
    'levels of a surface without end, by a template',
    {
      data: [
        {
          type: 'surface',
          z: [
            [1, 2],
            [3, 4],
          ],
        },
      ],
      layout: {
        template: {
          data: { surface: [{ contours: { z: { show: true, start: 0, end: 4, size: 1e-7 } } }] },
        },
      },
    },
    'error',
    'layout.template.data.surface[0].contours.z.size',
    /steps, more than/,
  ],
])('a figure that would be drawn for ever is told: %s', isTold)

/** Links from each node to each other one. */
const linksAmong = (nodes: number) => ({
  source: numbersTo(nodes).flatMap(from => Array(nodes - 1).fill(from)),
  target: numbersTo(nodes).flatMap(from => numbersTo(nodes).filter(to => to !== from)),
  value: Array(nodes * (nodes - 1)).fill(1),
})

test.each<Mistake>([
  [
    'thousands of annotations',
    layout({ annotations: Array.from({ length: 5000 }, () => ({ text: 'a' })) }),
    'warning',
    'layout.annotations',
    /5000 annotations take about/,
  ],
  [
    'a slider of thousands of steps',
    layout({ sliders: [{ steps: Array.from({ length: 5000 }, () => ({ method: 'skip' })) }] }),
    'warning',
    'layout.sliders[0].steps',
    /5000 steps/,
  ],
  [
    'links from each node to each other one',
    { data: [{ type: 'sankey', link: linksAmong(12) }] },
    'warning',
    'data[0].link',
    /too many ways .* leave out links that lead back/,
  ],
  [
    'a ring of thousands of nodes',
    {
      data: [
        {
          type: 'sankey',
          link: {
            source: numbersTo(4_000),
            target: numbersTo(4_000).map(at => (at + 1) % 4_000),
            value: numbersTo(4_000),
          },
        },
      ],
    },
    'warning',
    'data[0].link',
    /too many ways/,
  ],
  [
    'ticks of sixty parallel axes',
    trace({
      type: 'parcoords',
      dimensions: Array.from({ length: 60 }, () => ({ values: [1, 2], tickvals: numbersTo(100) })),
    }),
    'warning',
    'data[0].dimensions',
    /6000 ticks are drawn one by one/,
  ],
  [
    'a hull around thousands of points',
    trace({ type: 'mesh3d', x: numbersTo(6000), y: numbersTo(6000), z: numbersTo(6000), alphahull: 5 }),
    'warning',
    'data[0].x',
    /i, j and k/,
  ],
  [
    'a book in a title',
    layout({ title: { text: 'word '.repeat(20_000) } }),
    'warning',
    'layout.title.text',
    /100 KB/,
  ],
  [
    'a book at a point',
    trace({ mode: 'text', text: ['word '.repeat(20_000)] }),
    'warning',
    'data[0].text',
    /KB/,
  ],
  [
    'a book before every tick',
    layout({ yaxis: { tickprefix: 'x'.repeat(50_000) } }),
    'warning',
    'layout.yaxis.tickprefix',
    /50 KB/,
  ],
  [
    'a label at every pixel of a map',
    {
      data: [{ type: 'scattermap', lat: [0], lon: [0] }],
      layout: {
        map: {
          style: {
            version: 8,
            sources: { s: { type: 'geojson', data: { type: 'FeatureCollection', features: [] } } },
            layers: [
              {
                id: 'l',
                type: 'symbol',
                source: 's',
                layout: { 'symbol-placement': 'line', 'symbol-spacing': 1, 'text-field': 'x' },
              },
            ],
          },
        },
      },
    },
    'warning',
    'layout.map.style.layers[0].layout["symbol-spacing"]',
    /a label every 1 pixels/,
  ],
])('a figure that cannot be drawn in time is told: %s', isTold)

test('nothing is told of links that lead round in few ways', () => {
  const small = { data: [{ type: 'sankey', link: linksAmong(9) }] }
  const source = numbersTo(120).map(at => at % 60)
  const target = numbersTo(120).map(at => (at < 60 ? at * 7 + 1 : at * 3 + 2) % 60)
  const sparse = { data: [{ type: 'sankey', link: { source, target, value: Array(120).fill(1) } }] }
  expect([small, sparse].map(toldOf)).toEqual([[], []])
})

test('nothing is told of colour scales that surfaces can have, nor of one that a mesh does not use', () => {
  expect(toldOf({ data: [{ type: 'surface', z: [y, y], colorscale: stops(256) }] })).toEqual([])
  const { x, y: ys, z } = solid
  const mesh = { type: 'mesh3d', x, y: ys, z, colorscale: stops(257) }
  expect(toldOf({ data: [mesh] }).filter(([severity]) => severity === 'error')).toEqual([])
})
