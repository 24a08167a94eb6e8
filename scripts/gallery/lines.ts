/** Lines and areas. Made when it is called: series take their numbers from one generator, in order. */

import { days, type GalleryGroup, months, noise, range, series, walk } from './samples.ts'

export const lines = (): GalleryGroup => ({
  title: 'Lines and areas',
  figures: [
    { name: 'one-line', data: [{ y: walk(60, 10, 1), x: days(60) }], layout: { title: 'Visitors a day' } },
    { name: 'no-title', data: series(2) },
    {
      name: 'two-lines-and-bars',
      data: [
        { type: 'bar', name: 'orders', x: months, y: walk(12, 40, 8) },
        { type: 'scatter', name: 'last year', x: months, y: walk(12, 42, 6) },
      ],
      layout: { title: 'Orders a month', yaxis: { title: 'orders' } },
    },
    { name: 'five-lines', data: series(5), layout: { title: 'Five cities', xaxis: { title: 'hour' } } },
    { name: 'twelve-lines', data: series(12), layout: { title: 'Twelve cities', yaxis: { title: '°C' } } },
    {
      name: 'second-axis',
      data: [
        { type: 'bar', name: 'revenue', x: months, y: walk(12, 400, 60) },
        { name: 'margin', x: months, y: walk(12, 12, 1.5), yaxis: 'y2' },
      ],
      layout: {
        title: 'Revenue and margin',
        yaxis: { title: 'thousand €' },
        yaxis2: { title: 'per cent', overlaying: 'y', side: 'right' },
      },
    },
    {
      name: 'stacked-area',
      data: series(4).map(trace => ({ ...trace, stackgroup: 'one', y: trace.y.map(Math.abs) })),
      layout: { title: { text: 'Energy by source', subtitle: { text: 'Terawatt hours, all plants' } } },
    },
    {
      name: 'band',
      data: [
        { x: range(30), y: range(30).map(i => i + 6), line: { width: 0 }, showlegend: false },
        {
          x: range(30),
          y: range(30).map(i => i - 6),
          fill: 'tonexty',
          line: { width: 0 },
          name: '90 % interval',
        },
        { x: range(30), y: range(30).map(i => i + noise() * 2), name: 'measured' },
      ],
      layout: { title: 'A forecast with its interval' },
    },
    {
      name: 'source-note',
      data: [{ type: 'scatter', x: days(90), y: walk(90, 50, 2) }],
      layout: {
        title: 'Price of wheat',
        yaxis: { title: '€ a tonne' },
        annotations: [
          {
            text: 'Source: Ministry of Agriculture, weekly bulletin, own calculation',
            xref: 'paper',
            yref: 'paper',
            x: 0,
            y: -0.18,
            showarrow: false,
          },
        ],
      },
    },
    {
      name: 'long-title',
      data: series(3),
      layout: {
        title:
          'Average waiting time of patients in the emergency departments of twelve hospitals, by hour of the day',
        xaxis: { title: 'hour of the day' },
        yaxis: { title: 'minutes' },
      },
    },
    {
      name: 'range-slider',
      data: [{ x: days(120), y: walk(120, 30, 2) }],
      layout: { xaxis: { rangeslider: {} } },
    },
    {
      name: 'log-axis',
      data: [{ x: range(40), y: range(40).map(i => 10 ** (i / 8)), mode: 'lines+markers', name: 'growth' }],
      layout: { title: 'Growth on a logarithmic axis', yaxis: { type: 'log' } },
    },
  ],
})
