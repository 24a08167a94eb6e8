/** Typed arrays where the charting library expects texts, colours or a single value: each is told. */

import { expect, test } from '@jest/globals'
import { isToldAt, type Slip, toldOf, trace } from './mistake.ts'

const numbers = { dtype: 'f8', bdata: Buffer.from(Float64Array.of(1, 2, 3).buffer).toString('base64') }
const table = (cells: object) => ({
  data: [{ type: 'table', header: { values: ['a', 'b'] }, cells: { values: [[1], [2]], ...cells } }],
})
const sankey = { source: [0], target: [1], value: [1] }

test.each<Slip>([
  [
    'a label at the pointer',
    trace({ hovertemplate: numbers }),
    'data[0].hovertemplate',
    /send one text, or a list/,
  ],
  ['texts', trace({ mode: 'text', texttemplate: numbers }), 'data[0].texttemplate', /so it is ignored/],
  ['colours of cells', table({ fill: { color: numbers } }), 'data[0].cells.fill.color', /1 is not a colour/],
  [
    'colours of texts',
    trace({ type: 'bar', textfont: { color: numbers } }),
    'data[0].textfont.color',
    /not a colour/,
  ],
  [
    'colours of links',
    { data: [{ type: 'sankey', link: { ...sankey, color: numbers } }] },
    'data[0].link.color',
    /not a colour/,
  ],
  [
    'patterns',
    trace({ type: 'bar', marker: { pattern: { shape: numbers } } }),
    'data[0].marker.pattern.shape',
    /is not one of/,
  ],
  [
    'positions of texts',
    trace({ type: 'bar', textposition: numbers }),
    'data[0].textposition',
    /is not one of/,
  ],
  ['a single opacity', trace({ opacity: numbers }), 'data[0].opacity', /a single value is expected/],
  [
    'columns in a list',
    table({ values: [numbers, [1, 2, 3]] }),
    'data[0].cells.values',
    /typed arrays, .*send plain lists, or one typed array/,
  ],
])('a typed array for %s is told', isToldAt)

test('typed arrays of what may be numbers are no mistake', () => {
  const figures = [
    trace({
      marker: { color: numbers, size: numbers, symbol: numbers, opacity: { ...numbers, dtype: 'u1' } },
    }),
    trace({ type: 'bar', text: numbers, customdata: numbers, width: numbers, textfont: { size: numbers } }),
    table({ values: { ...numbers, shape: '3,1' }, height: 20 }),
    { data: [{ y: [1, 2] }], layout: { xaxis: { range: numbers, tickvals: numbers } } },
  ]
  const told = figures.flatMap(toldOf).filter(([, , message]) => /typed array|is not/.test(message))
  expect(told).toEqual([])
})
