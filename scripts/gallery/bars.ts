/** Bars of every kind. Made when it is called: series take their numbers from one generator, in order. */

import { cities, departments, type GalleryGroup, months, noise, times, walk } from './samples.ts'

export const bars = (): GalleryGroup => ({
  title: 'Bars',
  figures: [
    {
      name: 'bars',
      data: [{ type: 'bar', x: cities, y: walk(12, 30, 6) }],
      layout: { title: 'Rain in May' },
    },
    {
      name: 'bars-text',
      data: times(5, i => ({
        type: 'bar',
        name: cities[i],
        x: ['2023', '2024'],
        y: [20 + i * 3, 30 + i],
        texttemplate: '%{y}',
      })),
      layout: { title: 'Values inside the bars' },
    },
    {
      name: 'grouped',
      data: times(3, i => ({ type: 'bar', name: cities[i], x: months, y: walk(12, 20 + 5 * i, 4) })),
      layout: { title: 'Grouped bars' },
    },
    {
      name: 'stacked',
      data: times(6, i => ({
        type: 'bar',
        name: departments[i],
        x: ['Q1', 'Q2', 'Q3', 'Q4'],
        y: walk(4, 20, 4),
      })),
      layout: { title: 'Cost by department', barmode: 'stack' },
    },
    {
      name: 'horizontal-long-names',
      data: [{ type: 'bar', orientation: 'h', y: departments, x: walk(12, 40, 8) }],
      layout: { title: 'People by department' },
    },
    {
      name: 'eleven-stacked',
      data: times(12, i => ({
        type: 'bar',
        name: cities[i],
        x: ['2022', '2023', '2024'],
        y: walk(3, 12, 2),
      })),
      layout: { title: 'Twelve parts of a whole', barmode: 'stack' },
    },
    {
      name: 'negative',
      data: [{ type: 'bar', x: months, y: times(12, () => Math.round(noise() * 20)) }],
      layout: { title: 'Balance of the month', yaxis: { title: 'million €' } },
    },
    {
      name: 'error-bars',
      data: [
        {
          type: 'bar',
          x: cities.slice(0, 6),
          y: walk(6, 30, 4),
          error_y: { type: 'data', array: walk(6, 4, 0.5) },
        },
      ],
      layout: { title: 'Means with their error' },
    },
    {
      name: 'waterfall',
      data: [
        {
          type: 'waterfall',
          x: ['Sales', 'Consulting', 'Net revenue', 'Purchases', 'Other', 'Profit'],
          measure: ['relative', 'relative', 'total', 'relative', 'relative', 'total'],
          y: [60, 80, 0, -40, -20, 0],
          texttemplate: '%{delta}',
        },
      ],
      layout: { title: 'From sales to profit' },
    },
    {
      name: 'funnel',
      data: [
        {
          type: 'funnel',
          y: ['Visits', 'Downloads', 'Prospects', 'Invoices', 'Paid'],
          x: [39, 27, 20, 11, 2],
        },
      ],
      layout: { title: 'The way of a customer' },
    },
    {
      name: 'gantt',
      data: [
        {
          type: 'bar',
          orientation: 'h',
          base: ['2025-01-01', '2025-02-10', '2025-03-01'],
          x: [40 * 864e5, 50 * 864e5, 61 * 864e5],
          y: ['Design', 'Build', 'Try with users'],
        },
      ],
      layout: { title: 'A plan', xaxis: { type: 'date' } },
    },
  ],
})
