/** Settings of axes that say nothing about the data on them, or something else than was meant: each is told. */

import { expect, test } from '@jest/globals'
import { readSubmission } from '../../../../src/domain/figure/submission.ts'

const y = [4, 1, 7]
const days = ['2024-01-01', '2024-01-02', '2024-01-03']
const names = ['Jan', 'Feb', 'Mar']
const numbers = (axis: object, more: object = {}) => ({ data: [{ y, ...more }], layout: { yaxis: axis } })
const dates = (axis: object) => ({ data: [{ x: days, y }], layout: { xaxis: axis } })
const months = (axis: object, x: readonly unknown[] = names) => ({
  data: [{ type: 'bar', x, y }],
  layout: { xaxis: axis },
})
const weekend = { bounds: ['sat', 'mon'] }

const toldOf = (body: object) => readSubmission(Buffer.from(JSON.stringify(body))).warnings

test.each<[string, object, string, RegExp]>([
  [
    'a range beside the data',
    numbers({ range: [100, 200] }),
    'yaxis.range',
    /none of the data, which range from 1 to 7$/,
  ],
  [
    'a range of dates for numbers',
    numbers({ range: days.slice(0, 2) }),
    'yaxis.range',
    /contains no numbers/,
  ],
  ['a range of places for dates', dates({ range: [0, 2] }), 'xaxis.range', /milliseconds since 1970/],
  ['a range of seconds for dates', dates({ range: [1704067200, 1704240000] }), 'xaxis.range', /since 1970/],
  [
    'a range of another year',
    dates({ range: ['2023-01-01', '2023-02-01'] }),
    'xaxis.range',
    /from 2024-01-01 to 2024-01-03/,
  ],
  [
    'a logarithmic range beside the data',
    numbers({ type: 'log', range: [2, 4] }),
    'yaxis.range',
    /to 0\.8451, as powers of ten/,
  ],
  [
    'a range of years that are names',
    months({ type: 'category', range: [2019.5, 2022.5] }, [2020, 2021, 2022]),
    'xaxis.range',
    /numbers from 0/,
  ],
  ['words as ticks of numbers', numbers({ tickvals: ['a', 'b'] }), 'yaxis.tickvals', /no tick is drawn/],
  ['numbers as ticks of dates', dates({ tickvals: [1, 2] }), 'xaxis.tickvals', /dates in 1970/],
  ['ticks at places that are not sent', numbers({ tickmode: 'array' }), 'yaxis.tickmode', /needs tickvals/],
  [
    'more ticks than are drawn',
    dates({ dtick: 86400 }),
    'xaxis.dtick',
    /about 2000 steps, of which 1000 are drawn/,
  ],
  ['a format of dates for numbers', numbers({ tickformat: '%d.%m.%Y' }), 'yaxis.tickformat', /date format/],
  ['a number format for dates', dates({ tickformat: '.2f' }), 'xaxis.tickformat', /number format/],
  [
    'an order without names',
    months({ categoryorder: 'array' }),
    'xaxis.categoryorder',
    /needs categoryarray/,
  ],
  [
    'names of an order that is another',
    months({ categoryorder: 'category ascending', categoryarray: names }),
    'xaxis.categoryarray',
    /only has an effect with "categoryorder": "array"/,
  ],
  [
    'names that are written otherwise',
    months({ categoryarray: ['January', 'March'] }),
    'xaxis.categoryarray',
    /none of the names in the data/,
  ],
  [
    'a position of an axis that is anchored',
    numbers({ anchor: 'x', position: 0.5 }),
    'yaxis.position',
    /"anchor": "free"/,
  ],
  ['gaps in an axis of numbers', numbers({ rangebreaks: [weekend] }), 'yaxis.rangebreaks', /date axes only/],
  [
    'hours that are not said to be some',
    dates({ rangebreaks: [{ bounds: [17, 9] }] }),
    'xaxis.rangebreaks[0].bounds',
    /"pattern": "hour"/,
  ],
  [
    'gaps between words',
    dates({ rangebreaks: [{ bounds: ['weekend', 'noon'] }] }),
    'xaxis.rangebreaks[0].bounds',
    /\["sat", "mon"\]/,
  ],
  [
    'a gap without bounds',
    dates({ rangebreaks: [{ pattern: 'hour' }] }),
    'xaxis.rangebreaks[0]',
    /needs bounds/,
  ],
  [
    'a second axis that no trace is on',
    { data: [{ y }, { y }], layout: { yaxis2: { overlaying: 'y', side: 'right' } } },
    'yaxis2',
    /send "yaxis": "y2"/,
  ],
])('%s', (_what, body, path, message) => {
  expect(toldOf(body)).toContainEqual({ path: `layout.${path}`, message: expect.stringMatching(message) })
})

test.each<[string, object, string, RegExp]>([
  [
    'names on an axis of numbers',
    months({ type: 'linear' }),
    'data[0].x',
    /"type": "linear"; leave the type out/,
  ],
  [
    'steps of its numbers on a logarithmic axis',
    numbers({ type: 'log', dtick: 'L100' }, { y: [1, 10, 1e9] }),
    'layout.yaxis.dtick',
    /about 10000000 steps, of which 1000 are drawn/,
  ],
  [
    'minor steps of its numbers on a logarithmic axis',
    numbers({ type: 'log', range: [0, 5], minor: { dtick: 'L1' } }),
    'layout.yaxis.minor.dtick',
    /about 100000 steps/,
  ],
  [
    'nine steps of each of many powers of ten',
    numbers({ type: 'log', dtick: 'D1' }, { y: [1e-300, 1, 1e300] }),
    'layout.yaxis.dtick',
    /about 5400 steps/,
  ],
  ['dates on a logarithmic axis', months({ type: 'log' }, days), 'data[0].x', /contains no number/],
])('%s', (_what, body, path, message) => {
  expect(toldOf(body)).toContainEqual({ path, message: expect.stringMatching(message) })
})

test.each<[string, object]>([
  ['a part of the data', numbers({ range: [5, 100] })],
  ['a fill down to the axis', numbers({ range: [0, 0.5] }, { fill: 'tozeroy' })],
  ['errors down to the axis', numbers({ range: [0, 0.5] }, { error_y: { value: 4 } })],
  ['an axis that is anchored to none, since it says where it stands', numbers({ position: 0.5 })],
  [
    'bars and sums',
    {
      data: [
        { type: 'bar', y: [10, 20] },
        { y: [5, 5], stackgroup: 'a' },
      ],
      layout: { yaxis: { range: [1, 3] } },
    },
  ],
  ['a range that is chosen anew', numbers({ range: [100, 200], autorange: true })],
  ['a range of an animation', { ...numbers({ range: [100, 200] }), frames: [{ data: [{ y: [150] }] }] }],
  ['names from the first to the last', months({ range: [-0.5, 2.5] })],
  ['dates in milliseconds', dates({ range: [1704067200000, 1704240000000], tickvals: [1704067200000] })],
  ['ticks of dates and of names', { ...dates({ tickvals: days, tickformat: '%d %b' }) }],
  ['some names of an order', months({ categoryorder: 'array', categoryarray: ['Mar', 'Feb', 'Dec'] })],
  ['steps of a few powers of ten', numbers({ type: 'log', dtick: 'D1', minor: { dtick: 'L1' } })],
  ['a format of shares', numbers({ tickformat: '.0%' })],
  [
    'an axis moved by a share, and gaps of weekends and days',
    {
      ...dates({ rangebreaks: [weekend, { bounds: ['2024-01-02', '2024-01-03'] }, { values: days }] }),
    },
  ],
  [
    'an axis at the side',
    {
      data: [{ y }, { y, yaxis: 'y2' }],
      layout: { yaxis2: { overlaying: 'y', anchor: 'free', position: 0.9 } },
    },
  ],
  [
    'a second axis for notes',
    {
      data: [{ y }, { y }],
      layout: {
        yaxis2: { overlaying: 'y' },
        shapes: [{ type: 'line', x0: 0, x1: 1, y0: 0, y1: 1, yref: 'y2' }],
      },
    },
  ],
  ['numbers as texts on an axis of numbers', numbers({ type: 'linear' }, { y: ['1', '$2', '3 %'] })],
])('%s: no mistake', (_what, body) => {
  expect(toldOf(body)).toEqual([])
})
