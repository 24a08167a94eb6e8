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
