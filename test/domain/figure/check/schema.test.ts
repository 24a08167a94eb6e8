/** Types, names and values that the charting library's schema does not have. */

import { expect, test } from '@jest/globals'
import { isTold, layout, type Mistake, toldOf, trace, y } from './mistake.ts'

test.each<Mistake>([
  ['"line"', trace({ type: 'line' }), 'error', 'data[0].type', /"scatter" with "mode": "lines"/],
  ['"barchart"', trace({ type: 'barchart' }), 'error', 'data[0].type', /"bar"/],
  ['"boxplot"', trace({ type: 'boxplot' }), 'error', 'data[0].type', /"box"/],
  ['"gauge"', trace({ type: 'gauge' }), 'error', 'data[0].type', /"indicator" with "mode": "gauge\+number"/],
  ['"timeline"', trace({ type: 'timeline' }), 'error', 'data[0].type', /"bar" with "orientation": "h"/],
  [
    '"scattermapbox"',
    trace({ type: 'scattermapbox' }),
    'error',
    'data[0].type',
    /"scattermap".*layout\.mapbox to layout\.map/,
  ],
  ['"donut"', trace({ type: 'donut' }), 'error', 'data[0].type', /"pie" with "hole"/],
  ['"Scatter"', trace({ type: 'Scatter' }), 'error', 'data[0].type', /"scatter"/],
  ['"area"', trace({ type: 'area' }), 'error', 'data[0].type', /"scatter" with "fill"/],
  ['"bubble"', trace({ type: 'bubble' }), 'error', 'data[0].type', /"mode": "markers"/],
])('a trace type that there is not is told: %s', isTold)

test.each<Mistake>([
  [
    'an axis that is its title',
    layout({ xaxis: 'Months' }),
    'error',
    'layout.xaxis',
    /{"title": {"text": "Months"}}/,
  ],
  [
    'a marker that is a number',
    trace({ marker: 5 }),
    'error',
    'data[0].marker',
    /must be an object, such as/,
  ],
  [
    'a marker that is a colour',
    trace({ marker: 'red' }),
    'error',
    'data[0].marker',
    /must be an object, such as {"color": …}/,
  ],
  ['a line that is true', trace({ line: true }), 'error', 'data[0].line', /must be an object/],
  ['a font that is a name', layout({ font: 'Arial' }), 'error', 'layout.font', /must be an object/],
  ['a legend that is false', layout({ legend: false }), 'error', 'layout.legend', /must be an object/],
  [
    'a list that is an object',
    layout({ annotations: { text: 'a' } }),
    'error',
    'layout.annotations',
    /into brackets: \[{…}\]/,
  ],
  ['shapes of numbers', layout({ shapes: [1] }), 'error', 'layout.shapes', /must contain only objects/],
  [
    "a template's name",
    layout({ template: 'plotly_dark' }),
    'error',
    'layout.template',
    /plotly\.io\.templates\["plotly_dark"\]/,
  ],
  ['a template that is a list', layout({ template: [1] }), 'error', 'layout.template', /must be an object/],
])('a value in place of an object, or an object in place of a list, is told: %s', isTold)

test.each<Mistake>([
  ['"mod"', trace({ mod: 'lines' }), 'warning', 'data[0].mod', /did you mean "mode"\?/],
  ['"showLegend"', trace({ showLegend: false }), 'warning', 'data[0].showLegend', /"showlegend"/],
  ['"colour"', trace({ marker: { colour: 'red' } }), 'warning', 'data[0].marker.colour', /"color"/],
  [
    '"color" of a trace',
    trace({ color: 'red' }),
    'warning',
    'data[0].color',
    /marker\.color|line\.color|fillcolor/,
  ],
  ['"size" of a trace', trace({ size: 5 }), 'warning', 'data[0].size', /marker\.size/],
  ['"titel"', layout({ titel: 'Sold' }), 'warning', 'layout.titel', /"title"/],
  ['"xAxis"', layout({ xAxis: {} }), 'warning', 'layout.xAxis', /"xaxis"/],
  ['"titlefont"', layout({ titlefont: {} }), 'warning', 'layout.titlefont', /title\.font/],
  ['"mapbox"', layout({ mapbox: {} }), 'warning', 'layout.mapbox', /map \(/],
  ['"label" of a trace', trace({ label: 'a' }), 'warning', 'data[0].label', /name/],
  ['"barMode"', layout({ barMode: 'stack' }), 'warning', 'layout.barMode', /"barmode"/],
  ['"bgcolor" of a layout', layout({ bgcolor: 'red' }), 'warning', 'layout.bgcolor', /bgcolor/],
])('an attribute under a wrong name is told: %s', isTold)

test.each<Mistake>([
  [
    '"line" for a mode',
    trace({ mode: 'line' }),
    'warning',
    'data[0].mode',
    /not one of lines, markers, text, none \(did you mean "lines"\?\)/,
  ],
  ['a flag too many', trace({ mode: 'lines+dots' }), 'warning', 'data[0].mode', /"dots" is not one of lines/],
  ['"stacked"', layout({ barmode: 'stacked' }), 'warning', 'layout.barmode', /did you mean "stack"\?/],
  [
    '"bluee"',
    trace({ marker: { color: 'bluee' } }),
    'warning',
    'data[0].marker.color',
    /not a colour \(did you mean "blue"\?\)/,
  ],
  [
    'a colour without its mark',
    trace({ line: { color: 'ff0000' } }),
    'warning',
    'data[0].line.color',
    /"#ff0000"/,
  ],
  [
    'one wrong colour of many',
    trace({ marker: { color: ['red', 'grren', 'blue'] } }),
    'warning',
    'data[0].marker.color[1]',
    /"green"/,
  ],
  [
    'colours where one is taken',
    trace({ line: { color: ['red', 'blue', 'red'] } }),
    'warning',
    'data[0].line.color',
    /a single value/,
  ],
  ['"800px"', layout({ width: '800px' }), 'warning', 'layout.width', /send the number 800/],
  ['"100%"', layout({ height: '100%' }), 'warning', 'layout.height', /send a number/],
  ['too small', layout({ width: 5 }), 'warning', 'layout.width', /less than 10/],
  ['an opacity in percent', trace({ opacity: 50 }), 'warning', 'data[0].opacity', /more than 1/],
  ['"true"', trace({ showlegend: 'true' }), 'warning', 'data[0].showlegend', /neither true nor false/],
  ['"no"', trace({ visible: 'no' }), 'warning', 'data[0].visible', /not one of/],
  [
    'a range of one',
    layout({ xaxis: { range: [5] } }),
    'warning',
    'layout.xaxis.range',
    /has 1 value, but 2 are expected/,
  ],
  [
    '"viridis"',
    trace({ marker: { color: y, colorscale: 'viridis' } }),
    'warning',
    'data[0].marker.colorscale',
    /"Viridis"|no colour scale/,
  ],
  [
    'an axis id that is an attribute',
    trace({ yaxis: 'yaxis2' }),
    'warning',
    'data[0].yaxis',
    /not a y id such as "y" or "y2"/,
  ],
  [
    '"horizontal"',
    trace({ type: 'bar', orientation: 'horizontal' }),
    'warning',
    'data[0].orientation',
    /not one of v, h/,
  ],
  [
    '"logarithmic"',
    layout({ yaxis: { type: 'logarithmic' } }),
    'warning',
    'layout.yaxis.type',
    /not one of -, linear, log/,
  ],
])('a value that an attribute does not take is told: %s', isTold)

test("nothing is told of a map's view that plotly 6 for Python writes under its old name, too", () => {
  const view = { center: { lat: 45.5, lon: -73.6 }, zoom: 9 }
  const data = [{ type: 'scattermap', lat: [45.5], lon: [-73.6] }]
  const layout = { mapbox: view, map: { ...view, style: 'white-bg' } }
  expect(toldOf({ data, layout })).toEqual([])
})

test('shared colour axes are told as what they are', () => {
  const heatmap = (coloraxis: string) => ({ data: [{ type: 'heatmap', z: [[1, 2]], coloraxis }] })
  expect([heatmap('coloraxis'), heatmap('coloraxis2')].map(toldOf)).toEqual([[], []])
  expect(toldOf(heatmap('colour'))).toEqual([
    ['warning', 'data[0].coloraxis', expect.stringContaining('"coloraxis2"')],
  ])
})
