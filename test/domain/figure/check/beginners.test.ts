/** Mistakes of those who are new to the charting library, as they ask about them: each is told. */

import { expect, test } from '@jest/globals'
import { isToldAt, layout, type Slip, toldOf, trace, y } from './mistake.ts'

const names = ['a', 'b', 'c']
const menu = (visible: readonly unknown[], ...more: unknown[]) => ({
  data: [{ y }, { y }, { y }],
  layout: { updatemenus: [{ buttons: [{ method: 'update', args: [{ visible }, {}, ...more] }] }] },
})
const hovered = (customdata: unknown, hovertemplate: string, more: object = {}) =>
  trace({ type: 'bar', customdata, hovertemplate, ...more })

test.each<Slip>([
  [
    'days as steps from a date',
    trace({ x0: '2024-01-01', dx: 1 }),
    'data[0].dx',
    /is 1 ms, .* a day is 86400000/,
  ],
  [
    'postal codes',
    trace({ type: 'bar', x: ['90210', '01234', '02345'] }),
    'data[0].x[1]',
    /drawn as the number 1234; .*layout\.xaxis\.type: "category"/,
  ],
  [
    'populations as sizes',
    trace({ mode: 'markers', marker: { size: [1000, 2000, 1500] } }),
    'data[0].marker.size',
    /"sizeref"/,
  ],
  [
    'x and y of a surface swapped',
    {
      data: [
        {
          type: 'surface',
          x: [1, 2, 3],
          y: [1, 2],
          z: [
            [1, 2],
            [3, 4],
            [5, 6],
          ],
        },
      ],
    },
    'data[0].x',
    /has 3 values, but z has 2 columns/,
  ],
  [
    'errors to both sides that are symmetric',
    trace({ error_y: { array: [1, 1, 1], arrayminus: [2, 2, 2], symmetric: true } }),
    'data[0].error_y.arrayminus',
    /is not used with "symmetric": true/,
  ],
  [
    'a tail in the units of the axes',
    layout({ annotations: [{ x: 1, y: 4, ax: 1.5, ay: 3, text: 'a' }] }),
    'layout.annotations[0].ax',
    /3\.4 pixels long; .*"axref": "x"/,
  ],
  [
    'a pie beside bars',
    {
      data: [
        { type: 'bar', y },
        { type: 'pie', values: [1, 2] },
      ],
    },
    'data[1]',
    /lies over the axes of data\[0\]; give it a domain/,
  ],
  [
    'a button for two of three traces',
    menu([true, false]),
    'layout.updatemenus[0].buttons[0].args[0].visible',
    /2 values for 3 traces/,
  ],
  [
    'an index into single values',
    hovered([5, 6, 7], '%{customdata[0]}'),
    'data[0].hovertemplate',
    /each has one value, %\{customdata\}/,
  ],
  [
    'an index too far',
    hovered(
      [
        [1, 2],
        [1, 2],
        [1, 2],
      ],
      '%{customdata[2]:.1f}',
    ),
    'data[0].hovertemplate',
    /each has 2 values/,
  ],
  [
    'an order of categories in two levels',
    {
      data: [
        {
          type: 'bar',
          x: [
            ['2015', '2015', '2016'],
            ['Q1', 'Q2', 'Q1'],
          ],
          y,
        },
      ],
      layout: { xaxis: { categoryorder: 'array', categoryarray: ['2016', '2015'] } },
    },
    'layout.xaxis.categoryorder',
    /no effect on categories in two levels/,
  ],
  [
    'a third axis without a place',
    { data: [{ y }, { y, yaxis: 'y2' }], layout: { yaxis2: { overlaying: 'y', anchor: 'free' } } },
    'layout.yaxis2.anchor',
    /is at position 0, .* send a position/,
  ],
  [
    'another name',
    hovered([{ city: 'A' }, { city: 'B' }, { city: 'C' }], '%{y} in %{customdata.name}'),
    'data[0].hovertemplate',
    /%\{customdata\.name\}, .*each has %\{customdata\.city\}/,
  ],
])('%s', isToldAt)

test('what resembles these mistakes and is none', () => {
  const figures = [
    trace({ x0: '2024-01-01', dx: 86_400_000 }),
    trace({ x0: '2024-01-01 10:00:00.5', dx: 10 }),
    { ...trace({ type: 'bar', x: ['01', '02', '03'] }), layout: { xaxis: { type: 'category' } } },
    trace({ type: 'bar', x: ['1', '2', '10'] }),
    trace({ x: names, error_y: { array: [1, 1, 1], arrayminus: [2, 2, 2] } }),
    layout({ annotations: [{ x: 1, y: 4, ax: 0, ay: 0, text: 'a' }] }),
    layout({ annotations: [{ x: 1, y: 4, ax: 2, ay: 3, axref: 'x', ayref: 'y', text: 'a' }] }),
    {
      data: [
        { type: 'bar', y },
        { type: 'pie', values: [1, 2], domain: { x: [0.8, 1] } },
      ],
    },
    menu([true]),
    menu([true, false], [0, 2]),
    hovered([[1], [2], [3]], '%{customdata[0]} %{customdata}'),
    hovered([{ a: { b: 1 } }, null, null], '%{customdata.a.b}'),
    hovered([null, [1], [2]], '%{customdata[0]}'),
    { data: [{ type: 'pie', values: [1, 2], customdata: [1, 2], hovertemplate: '%{customdata[0]}' }] },
  ]
  expect(figures.flatMap(toldOf)).toEqual([])
})
