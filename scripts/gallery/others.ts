/** Money, rounds, dials, space and maps. Made when it is called: series take their numbers from one generator, in order. */

import {
  cities,
  type GalleryGroup,
  hill,
  months,
  normal,
  prices,
  random,
  series,
  times,
  walk,
} from './samples.ts'

export const others = (): GalleryGroup => ({
  title: 'Money, rounds, dials, space and maps',
  figures: [
    {
      name: 'candlestick',
      data: [{ type: 'candlestick', ...prices }],
      layout: { title: 'A share', xaxis: { rangeslider: { visible: false } } },
    },
    { name: 'ohlc', data: [{ type: 'ohlc', ...prices }], layout: { title: 'The same share' } },
    {
      name: 'indicator',
      data: [{ type: 'indicator', mode: 'number+delta', value: 412, delta: { reference: 380 } }],
      layout: { title: 'Orders today' },
    },
    {
      name: 'gauge',
      data: [
        {
          type: 'indicator',
          mode: 'gauge+number',
          value: 68,
          gauge: { axis: { range: [0, 100] } },
          title: { text: 'Load' },
        },
      ],
    },
    {
      name: 'radar',
      data: times(2, i => ({
        type: 'scatterpolar',
        fill: 'toself',
        name: cities[i],
        theta: ['Speed', 'Price', 'Care', 'Reach', 'Trust'],
        r: walk(5, 4, 1),
      })),
      layout: { title: 'Two compared' },
    },
    {
      name: 'wind-rose',
      data: times(3, i => ({
        type: 'barpolar',
        name: `${i * 5} m/s`,
        theta: times(8, a => a * 45),
        r: times(8, () => 2 + 5 * random()),
      })),
    },
    {
      name: 'ternary',
      data: [
        {
          type: 'scatterternary',
          mode: 'markers',
          a: normal(30, 40, 15),
          b: normal(30, 30, 10),
          c: normal(30, 30, 10),
        },
      ],
    },
    { name: 'surface', data: [{ type: 'surface', z: hill(25, 30) }], layout: { title: 'A surface' } },
    {
      name: 'scatter-3d',
      data: times(3, i => ({
        type: 'scatter3d',
        mode: 'markers',
        name: cities[i],
        marker: { size: 4 },
        x: normal(40, i, 2),
        y: normal(40, i, 2),
        z: normal(40, i, 2),
      })),
    },
    {
      name: 'choropleth',
      data: [
        {
          type: 'choropleth',
          locations: [
            'AUT',
            'DEU',
            'FRA',
            'ITA',
            'ESP',
            'PRT',
            'POL',
            'SWE',
            'NOR',
            'FIN',
            'GBR',
            'IRL',
            'CHE',
            'CZE',
          ],
          z: [9, 84, 68, 59, 48, 10, 37, 10, 5, 6, 67, 5, 9, 11],
          colorbar: { title: 'million' },
        },
      ],
      layout: { title: 'Inhabitants', geo: { scope: 'europe' } },
    },
    {
      name: 'points-on-a-globe',
      data: [
        {
          type: 'scattergeo',
          mode: 'markers+text',
          lon: [-9, 10.7, 16.4, 139.7],
          lat: [38.7, 59.9, 48.2, 35.7],
          text: ['Lisbon', 'Oslo', 'Vienna', 'Tokyo'],
          textposition: 'top center',
        },
      ],
      layout: { title: 'Four capitals' },
    },
    {
      name: 'map-without-tiles',
      data: [
        {
          type: 'scattermap',
          lon: [16.3, 16.4, 16.45],
          lat: [48.2, 48.21, 48.25],
          mode: 'markers',
          marker: { size: 14 },
        },
      ],
      layout: { title: 'A map of streets', map: { center: { lon: 16.37, lat: 48.22 }, zoom: 10 } },
    },
    {
      name: 'subplots',
      data: times(4, i => ({
        y: walk(20, 5, 1),
        name: cities[i],
        xaxis: `x${i ? i + 1 : ''}`,
        yaxis: `y${i ? i + 1 : ''}`,
      })),
      layout: { title: 'Four at once', grid: { rows: 2, columns: 2, pattern: 'independent' } },
    },
    {
      name: 'facets',
      data: times(3, i => ({
        type: 'bar',
        x: months.slice(0, 6),
        y: walk(6, 20, 4),
        xaxis: `x${i ? i + 1 : ''}`,
        name: cities[i],
        showlegend: false,
      })),
      layout: {
        title: 'Three cities',
        xaxis: { domain: [0, 0.31] },
        xaxis2: { domain: [0.345, 0.655] },
        xaxis3: { domain: [0.69, 1] },
        annotations: times(3, i => ({
          text: `city=${cities[i]}`,
          x: [0.155, 0.5, 0.845][i],
          y: 1,
          xref: 'paper',
          yref: 'paper',
          yanchor: 'bottom',
          showarrow: false,
        })),
      },
    },
    {
      name: 'own-grounds',
      data: series(3),
      layout: { title: 'Grounds of its own', paper_bgcolor: '#f3ecdc', plot_bgcolor: '#fbf7ee' },
    },
  ],
})
