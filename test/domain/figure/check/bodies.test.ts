/** Bodies in which the figure, its data or its layout stand at a wrong place. */

import { expect, test } from '@jest/globals'
import { isTold, type Mistake, toldOf, y } from './mistake.ts'

test.each<Mistake>([
  [
    'the figure under "figure"',
    { figure: { data: [], layout: {} } },
    'error',
    'figure',
    /is in figure: send that object alone/,
  ],
  ['the figure under "fig"', { fig: { data: [] } }, 'error', 'fig', /is in fig/],
  ['the figure under "graph"', { graph: { data: [] } }, 'error', 'graph', /is in graph/],
  ["a Dash component's figure", { props: { figure: { data: [] } } }, 'error', 'props', /is in props\.figure/],
  ['an htmlwidget', { x: { data: [], layout: {} } }, 'error', 'x', /is in x/],
  [
    'a body encoded twice',
    JSON.stringify(JSON.stringify({ data: [] })),
    'error',
    '$',
    /inside a string; send the object itself/,
  ],
  ['data encoded twice', { data: '[{"y":[1]}]' }, 'error', 'data', /JSON inside a string/],
  ['layout encoded twice', { data: [], layout: '{"title":"a"}' }, 'error', 'layout', /JSON inside a string/],
  ['bare traces', [{ y }], 'error', '$', /put the traces under "data"/],
  ['"traces" for "data"', { traces: [{ y }] }, 'error', 'traces', /did you mean data\?/],
  ['"series" for "data"', { series: [{ y }] }, 'error', 'series', /did you mean data\?/],
  ['a title at the top', { data: [{ y }], title: 'Sold' }, 'error', 'title', /belongs in the layout/],
  ['what a read answered', { data: [{ y }], graph_id: 'x' }, 'error', 'graph_id', /the service sets it/],
  ['a format in the body', { data: [{ y }], format: 'svg' }, 'error', 'format', /render\?format=/],
  ['a time to expire', { data: [{ y }], expires: '90d' }, 'error', 'expires', /header Plotgate-Expires/],
  ['a file name', { data: [{ y }], filename: 'sales' }, 'error', 'filename', /PUT \/v1\/graph/],
  [
    'who may see it',
    { data: [{ y }], world_readable: true },
    'error',
    'world_readable',
    /leave it out: everyone/,
  ],
  ['points to append', { data: [], points: [] }, 'error', 'points', /\/v1\/graph\/:graph_id\/points/],
  ['a query of GraphQL', { query: '{ viewer { graphCount } }' }, 'error', 'query', /sent to \/graphql/],
  ['an axis at the top', { data: [{ y }], xaxis: {} }, 'error', 'xaxis', /belongs in the layout/],
  ['a trace at the top', { type: 'bar', y }, 'error', 'type', /belongs in a trace|a figure has/],
  ['one trace without its array', { data: { y } }, 'error', 'data', /put the trace into brackets/],
  ['a layout in brackets', { data: [], layout: [{ title: 'a' }] }, 'error', 'layout', /without brackets/],
  [
    'a chart of Chart.js',
    { type: 'bar', data: { datasets: [] } },
    'error',
    '$',
    /is a chart of Chart\.js; send/,
  ],
  ['a chart of Vega-Lite', { data: { values: [] }, mark: 'bar', encoding: {} }, 'error', '$', /of Vega-Lite/],
  ['a chart of ECharts', { xAxis: {}, yAxis: {}, series: [] }, 'error', '$', /of ECharts/],
  ['a chart of Highcharts', { chart: {}, series: [] }, 'error', '$', /of Highcharts/],
  [
    'a notebook',
    { cells: [], metadata: {}, nbformat: 4, nbformat_minor: 5 },
    'error',
    '$',
    /is a notebook; send a figure/,
  ],
  [
    'rows of a table',
    {
      data: [
        { x: 'a', y: 1 },
        { x: 'b', y: 2 },
      ],
    },
    'error',
    'data[1].x',
    /one trace with a list for each column/,
  ],
  ['traces in traces', { data: [[{ y }]] }, 'error', 'data[0]', /must be an object, got an array/],
])('a figure that is not at its place in the body is told: %s', isTold)

test.each([
  ['an htmlwidget', { x: { data: [] }, evals: [], jsHooks: [] }, 'x'],
  ['a Dash component', { props: { figure: { data: [] } }, type: 'Graph', namespace: 'dash' }, 'props'],
  ['"traces" for "data"', { traces: [{ y }] }, 'traces'],
])('a mistake is told alone where the rest follows from it: %s', (_what, body, path) => {
  expect(toldOf(body)).toEqual([['error', path, expect.any(String)]])
})

test('nothing is told of a figure as it should be', () => {
  const figure = {
    data: [
      { type: 'scatter', mode: 'lines+markers', name: 'sold', x: ['2024-01-01', '2024-02-01'], y: [1, 2] },
    ],
    layout: { title: 'Sold', xaxis: { title: { text: 'Month' }, type: 'date' }, width: 800 },
  }
  expect(toldOf(figure)).toEqual([])
})

const animated = (args: unknown) => ({
  updatemenus: [{ buttons: [{ label: 'a', method: 'animate', args }] }],
  sliders: [{ steps: [{ label: 'a', method: 'animate', args }] }],
})
const button = 'layout.updatemenus[0].buttons[0]'

test.each<Mistake>([
  [
    'a button without frames',
    { data: [{ y }], layout: animated([null]) },
    'warning',
    button,
    /has no frames/,
  ],
  [
    'a step to no frame',
    { data: [{ y }], layout: animated([['b'], {}]), frames: [{ name: 'a', data: [{ y }] }] },
    'warning',
    'layout.sliders[0].steps[0].args',
    /plays "b", which is the name of no frame/,
  ],
  [
    'a change of no trace',
    { data: [{ y }], frames: [{ data: [{ y }, { y }] }] },
    'warning',
    'frames[0].data[1]',
    /there is no data\[1\] that it could change/,
  ],
])('an animation that plays nothing is told: %s', isTold)

test.each([[[null]], [[[null], { mode: 'immediate' }]], [['group']], [[['2000'], {}]]])(
  'an animation by %j plays frames',
  args => {
    const frames = [{ name: 2000, data: [{ y }] }]
    expect(toldOf({ data: [{ y }], layout: animated(args), frames })).toEqual([])
  },
)
