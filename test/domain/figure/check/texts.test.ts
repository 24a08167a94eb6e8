/** Formats and templates of texts in the notation of another language, or of data that is not there. */

import { expect, test } from '@jest/globals'
import { isToldAt, layout, type Slip, toldOf, trace } from './mistake.ts'

test.each<Slip>([
  ...['0.00', '#,##0', '0.0%', '0%'].map((tickformat): [string, object, string, RegExp] => [
    `a spreadsheet's format ${tickformat}`,
    layout({ yaxis: { tickformat } }),
    'layout.yaxis.tickformat',
    /not a d3 format/,
  ]),
  [
    "a spreadsheet's format in a template",
    trace({ hovertemplate: '%{y:0.00}' }),
    'data[0].hovertemplate',
    /another meaning in d3/,
  ],
  [
    'a name that no point has',
    trace({ type: 'bar', texttemplate: '%{valeu} kg' }),
    'data[0].texttemplate',
    /uses %\{valeu\}, which no point has; did you mean %\{value\}/,
  ],
  [
    'a template that does not end',
    trace({ hovertemplate: '%{y:.2f' }),
    'data[0].hovertemplate',
    /close it with }/,
  ],
  [
    'words of data that is not there',
    trace({ hovertemplate: '%{customdata[0]}' }),
    'data[0].hovertemplate',
    /customdata, which the trace does not have/,
  ],
  ['a format of C', layout({ yaxis: { tickformat: '%.2f' } }), 'layout.yaxis.tickformat', /not a d3 format/],
  [
    'a format of Python',
    layout({ yaxis: { tickformat: '{:.2f}' } }),
    'layout.yaxis.tickformat',
    /not a d3 format/,
  ],
  [
    'a template of JavaScript',
    trace({ hovertemplate: '%{x}: \u0024{y:.2f} km' }),
    'data[0].hovertemplate',
    /prints \$\{y:\.2f\} as it is; write %\{y:\.2f\}/,
  ],
  [
    'a template of Python',
    trace({ hovertemplate: '{y:.2f} km' }),
    'data[0].hovertemplate',
    /write %{y:\.2f}/,
  ],
  [
    'formats for no range',
    layout({ xaxis: { tickformatstops: [{ value: '%Y' }] } }),
    'layout.xaxis.tickformatstops[0]',
    /needs a dtickrange/,
  ],
])('a format or template that does not do what was meant is told: %s', isToldAt)

test.each<Slip>([
  ['a heading', layout({ title: { text: '<h1>Big</h1>' } }), 'layout.title.text', /prints <h1> as it is/],
  ['one in a plain title', layout({ title: '<h1>Big</h1>' }), 'layout.title', /prints <h1> as it is/],
  ['a strong name', trace({ name: '<strong>A</strong>' }), 'data[0].name', /<strong> as it is; write <b>/],
  ['paragraphs', trace({ hovertemplate: '<p>%{y}</p>' }), 'data[0].hovertemplate', /write <br>/],
  [
    'Markdown',
    layout({ annotations: [{ x: 0, y: 0, text: 'a **bold** word' }] }),
    'layout.annotations[0].text',
    /asterisks .* write <b>/,
  ],
  ['a line feed in a plain title', layout({ title: 'a\nb' }), 'layout.title', /write <br>/],
])('markup that is printed as it is: %s', isToldAt)

test('markup that the charting library draws, and texts that are none', () => {
  const text = '<b>a</b><br><i>b</i> <a href="x">c</a> x<5 and y>3 2 ** 3 * 4 <sup>2</sup> a<p'
  expect(toldOf({ data: [{ y: [1], name: text }], layout: { title: { text } } })).toEqual([])
})
