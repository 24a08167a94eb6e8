/** Names of attributes and values as other programs have them. */

import { expect, test } from '@jest/globals'
import { isToldAt, layout, type Slip, toldOf, trace, typed } from './mistake.ts'

test.each<Slip>([
  ['"xaxis_title_text"', layout({ xaxis_title_text: 'a' }), 'layout.xaxis_title_text', /xaxis\.title\.text/],
  ['a margin named left', layout({ margin: { left: 9 } }), 'layout.margin.left', /did you mean "l"/],
  ['an axis that has min', layout({ xaxis: { min: 0 } }), 'layout.xaxis.min', /range: \[from, to\]/],
  ['"xaxis_title"', layout({ xaxis_title: 'a' }), 'layout.xaxis_title', /no such attribute/],
  ['"marker_color"', trace({ marker_color: 'red' }), 'data[0].marker_color', /did you mean marker\.color\?/],
  ['"line_color"', trace({ line_color: 'red' }), 'data[0].line_color', /no such attribute/],
  [
    '"totals"',
    { data: [{ type: 'waterfall', y: [1], measure: ['totals'] }] },
    'data[0].measure[0]',
    /drawn as relative/,
  ],
  ['"lines,markers"', trace({ mode: 'lines,markers' }), 'data[0].mode', /not one of lines/],
])('a name of another program is told: %s', isToldAt)

test.each<Slip>([
  ['a type', trace({ type: 'constructor' }), 'data[0].type', /unknown trace type "constructor"; valid types/],
  ['an attribute', trace({ constructor: [1] }), 'data[0].constructor', /no such attribute here, so it is/],
  ['a part of the layout', layout({ constructor: {} }), 'layout.constructor', /no such attribute here/],
  ['a part of an axis', layout({ xaxis: { constructor: 'a' } }), 'layout.xaxis.constructor', /no such/],
  ['a dtype', typed({ dtype: 'constructor', bdata: '' }), 'data[0].y.dtype', /constructor/],
  ['a longer dtype', typed({ dtype: 'valueOf' }), 'data[0].y.dtype', /valueOf/],
])('a name that every object has means nothing: %s', (...slip) => {
  isToldAt(...slip)
  expect(JSON.stringify(toldOf(slip[1]))).not.toMatch(/function|native code/)
})

/** A trace with that attribute, and what is suggested instead. */
type Equivalent = readonly [trace: object, path: string, message: RegExp]

test.each<Equivalent>([
  [{ lineWidth: 2 }, 'lineWidth', /did you mean line\.width\?/],
  [{ line: { style: 'dashed' } }, 'line.style', /did you mean dash\?/],
  [{ marker: { shape: 'square' } }, 'marker.shape', /did you mean symbol\?/],
  [{ marker: { cmap: 'jet' } }, 'marker.cmap', /did you mean colorscale\?/],
  [{ label: 'a' }, 'label', /did you mean name\?/],
  [{ barmode: 'stack' }, 'barmode', /belongs in the layout: \{"barmode"/],
  [{ type: 'bar', stackgroup: 'a' }, 'stackgroup', /layout\.barmode: "stack"/],
  [{ transforms: [] }, 'transforms', /apply them to the data before sending/],
  [{ type: 'pie', values: [1], names: ['a'] }, 'names', /did you mean labels\?/],
  [{ type: 'pie', values: [1], explode: [0] }, 'explode', /did you mean pull\?/],
  [{ type: 'heatmap', colorbar: { label: 'a' } }, 'colorbar.label', /did you mean title\?/],
  [{ type: 'treemap', marker: { color: ['red'] } }, 'marker.color', /did you mean "colors"\?/],
  [{ type: 'indicator', suffix: '%' }, 'suffix', /an indicator trace .* did you mean number\.suffix\?/],
  [{ type: 'scattermap', zoom: 3 }, 'zoom', /the layout: \{"map": \{"zoom"/],
  [{ values: [1] }, 'values', /without a type, .* did you mean "type": "pie"\?/],
  [{ x: [1], z: [1] }, 'z', /did you mean "type": "scatter3d"\?/],
  [{ type: 'scatterternary', x: [1] }, 'x', /ignored$/],
])('an attribute of another place or program has an equivalent: %j', (members, path, message) => {
  isToldAt('', trace(members), `data[0].${path}`, message)
})

test.each<Equivalent>([
  [{ xaxis: { label: 'a' } }, 'xaxis.label', /did you mean title\?/],
  [{ yaxis: { reversed: true } }, 'yaxis.reversed', /autorange: "reversed"/],
  [{ zaxis: {} }, 'zaxis', /did you mean scene\.zaxis\?/],
  [{ aaxis: {} }, 'aaxis', /did you mean ternary\.aaxis\?/],
  [{ colors: ['red'] }, 'colors', /did you mean colorway\?/],
  [{ colorbar: {} }, 'colorbar', /did you mean coloraxis\.colorbar\?/],
  [{ displayModeBar: false }, 'displayModeBar', /belongs in config/],
  [{ histnorm: 'percent' }, 'histnorm', /belongs in a trace/],
  [{ legend: { show: false } }, 'legend.show', /did you mean visible\?/],
  [{ shapes: [{ x: [0, 1] }] }, 'shapes[0].x', /did you mean x0 and x1\?/],
  [{ annotations: [{ label: 'a' }] }, 'annotations[0].label', /did you mean text\?/],
])('and so has one of the layout: %j', (members, path, message) => {
  isToldAt('', layout(members), `layout.${path}`, message)
})
