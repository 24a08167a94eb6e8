/** Dates, periods and times that cannot be read, or are read as something else. */

import { test } from '@jest/globals'
import { isToldAt, layout, type Slip, trace, y } from './mistake.ts'

test.each<Slip>([
  [
    "dates as a mail's",
    { data: [{ x: ['Mon, 01 Jan 2024 00:00:00 GMT'], y: [1] }] },
    'data[0].x[0]',
    /not as a date/,
  ],
  [
    'dates as pandas shows them',
    { data: [{ x: ["Timestamp('2024-01-01')"], y: [1] }] },
    'data[0].x[0]',
    /not as a date/,
  ],
  [
    'dates of eight digits',
    { data: [{ x: ['20240101', '20240102'], y: [1, 2] }] },
    'data[0].x[0]',
    /drawn as a number/,
  ],
  [
    'a period of no length',
    { data: [{ x: ['2024-01-01'], y: [1], xperiod: -1 }] },
    'data[0].xperiod',
    /is not a length/,
  ],
  [
    'microseconds for dates',
    { data: [{ x: [1.7e15, 1.7e15 + 6e7], y: [1, 2] }], layout: { xaxis: { type: 'date' } } },
    'data[0].x',
    /divide microseconds by 1000/,
  ],
  [
    'seconds for dates, packed',
    {
      data: [
        { x: { dtype: 'i4', bdata: Buffer.from(Int32Array.of(1.7e9).buffer).toString('base64') }, y: [1] },
      ],
      layout: { xaxis: { type: 'date' } },
    },
    'data[0].x',
    /multiply seconds by 1000/,
  ],
  [
    'days as numbers',
    { data: [{ x: [20240130, 20240131], y: [1, 2] }], layout: { xaxis: { type: 'date' } } },
    'data[0].x',
    /write 20240131 as "2024-01-31"/,
  ],
  [
    'milliseconds on an axis of numbers',
    { data: [{ x: [1.7e12, 1.7e12 + 1, 1.7e12 + 9], y }] },
    'data[0].x',
    /set layout\.xaxis\.type: "date"/,
  ],
  ['months as numbers', { data: [{ x: [202411, 202412, 202501], y }] }, 'data[0].x', /"2024-01"/],
  [
    'a date format of JavaScript',
    layout({ xaxis: { tickformat: 'YYYY-MM-DD' } }),
    'layout.xaxis.tickformat',
    /"%Y-%m-%d"/,
  ],
  [
    'seconds for dates',
    { data: [{ x: [1.7e9, 1.7e9 + 60], y }], layout: { xaxis: { type: 'date' } } },
    'data[0].x',
    /multiply seconds by 1000/,
  ],
  [
    'months by name',
    { data: [{ x: ['Jan 1, 2024', 'Feb 1, 2024'], y: [1, 2] }] },
    'data[0].x[0]',
    /not as a date/,
  ],
  ['hours with pm', { data: [{ x: ['2024-01-01 10:00 PM'], y: [1] }] }, 'data[0].x[0]', /not as a date/],
  [
    'errors along dates',
    { data: [{ x: ['2024-01-01', '2024-01-02'], y: [1, 2], error_x: { array: [1, 2] } }] },
    'data[0].error_x',
    /a numeric axis/,
  ],
  ['a period longer than all years', trace({ xperiod: 1e300 }), 'data[0].xperiod', /is not a length/],
  [
    'a period shorter than time is counted',
    { data: [{ x: ['2024-01-01'], y: [1], xperiod: 1e-9 }] },
    'data[0].xperiod',
    /is not a length/,
  ],
  ['a period that is none', trace({ xperiod: 'month' }), 'data[0].xperiod', /months as "M1"/],
  [
    'gaps that are no dates',
    layout({ xaxis: { rangebreaks: [{ values: ['weekend'] }] } }),
    'layout.xaxis.rangebreaks[0].values[0]',
    /not a date/,
  ],
  [
    'a date among dates that is written otherwise',
    { data: [{ x: ['2024-01-01', '02/01/2024', '2024-01-03'], y }] },
    'data[0].x[1]',
    /not a date like the others/,
  ],
  ...[
    '2024-01-01 00:00:00 UTC',
    '2024-01-01 00:00:00 +0000 UTC',
    '2024-01-01 00:00:00 +0000',
    '2024-01-01T00:00:00+01:00[Europe/Berlin]',
    '/Date(1704067200000)/',
    'new Date(2024, 0, 1)',
  ].map((text): [string, object, string, RegExp] => [
    `the date ${text}`,
    { data: [{ x: [text], y: [1] }] },
    'data[0].x[0]',
    /not as a date/,
  ]),
])('a date or period that is not read as it was meant is told: %s', isToldAt)
