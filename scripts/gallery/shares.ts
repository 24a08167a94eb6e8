/** Parts of a whole. Made when it is called: series take their numbers from one generator, in order. */

import { cities, departments, type GalleryGroup, walk } from './samples.ts'

export const shares = (): GalleryGroup => ({
  title: 'Parts of a whole',
  figures: [
    {
      name: 'pie',
      data: [{ type: 'pie', labels: cities.slice(0, 5), values: [30, 22, 18, 16, 14] }],
      layout: { title: 'Five parts' },
    },
    {
      name: 'pie-long-names',
      data: [{ type: 'pie', labels: departments, values: walk(12, 30, 3) }],
      layout: { title: 'Budget' },
    },
    {
      name: 'donut',
      data: [
        {
          type: 'pie',
          hole: 0.5,
          labels: cities.slice(0, 4),
          values: [4, 3, 2, 1],
          textinfo: 'label+percent',
        },
      ],
    },
    {
      name: 'sunburst',
      data: [
        {
          type: 'sunburst',
          labels: ['World', 'Europe', 'Asia', 'Africa', 'Oslo', 'Vienna', 'Tokyo', 'Seoul', 'Lagos'],
          parents: ['', 'World', 'World', 'World', 'Europe', 'Europe', 'Asia', 'Asia', 'Africa'],
          values: [0, 0, 0, 0, 7, 9, 14, 10, 15],
        },
      ],
      layout: { title: 'Inhabitants' },
    },
    {
      name: 'treemap',
      data: [
        {
          type: 'treemap',
          labels: ['All', ...departments],
          parents: ['', ...departments.map(() => 'All')],
          values: [0, ...walk(12, 30, 5)],
        },
      ],
      layout: { title: 'Where the money goes' },
    },
    {
      name: 'icicle',
      data: [
        {
          type: 'icicle',
          labels: ['All', 'A', 'B', 'A1', 'A2', 'B1', 'B2', 'B3'],
          parents: ['', 'All', 'All', 'A', 'A', 'B', 'B', 'B'],
          values: [0, 0, 0, 4, 3, 2, 5, 1],
        },
      ],
      layout: { title: 'Folders by size' },
    },
    {
      name: 'sankey',
      data: [
        {
          type: 'sankey',
          node: { label: ['Coal', 'Gas', 'Wind', 'Power', 'Heat', 'Homes', 'Industry'] },
          link: {
            source: [0, 1, 1, 2, 3, 3, 4],
            target: [3, 3, 4, 3, 5, 6, 5],
            value: [8, 4, 3, 6, 9, 9, 3],
          },
        },
      ],
      layout: { title: 'Flows of energy' },
    },
    {
      name: 'table',
      data: [
        {
          type: 'table',
          header: { values: ['City', 'People', 'Area in km²'] },
          cells: { values: [cities.slice(0, 7), walk(7, 500, 90), walk(7, 120, 20)] },
        },
      ],
      layout: { title: 'Seven cities' },
    },
  ],
})
