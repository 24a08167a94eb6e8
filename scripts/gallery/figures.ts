/** Sixty figures as people make them every day, in groups: what the default style has to look good with. */

type Values = Readonly<Record<string, unknown>>

export interface GalleryFigure {
  readonly name: string
  readonly data: readonly Values[]
  readonly layout?: Values
}

export interface GalleryGroup {
  readonly title: string
  readonly figures: readonly GalleryFigure[]
}

/** The same numbers each time: a small generator by Lehmer, 0 to 1. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

const random = createRandom(20)
const range = (count: number) => Array.from({ length: count }, (_, i) => i)
const times = <T>(count: number, make: (i: number) => T) => range(count).map(make)
/** About 0, mostly between -1.5 and 1.5. */
const noise = () => random() + random() + random() + random() - 2
const walk = (count: number, start: number, step: number) => {
  let at = start
  return times(count, () => {
    at += noise() * step
    return Math.round(at * 100) / 100
  })
}
const days = (count: number, from = '2025-01-01') =>
  times(count, i => new Date(Date.parse(from) + i * 86_400_000).toISOString().slice(0, 10))

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')
const cities = 'Lisbon Oslo Vienna Porto Graz Turku Lyon Bruges Gdańsk Seville Ghent Tartu'.split(' ')
const departments = [
  'Research and development',
  'Customer support and success',
  'Human resources',
  'Public relations and events',
  'Legal and compliance',
  'Facilities management',
  'Information technology',
  'Finance and controlling',
  'Sales, northern region',
  'Sales, southern region',
  'Quality assurance',
  'Warehouse and logistics',
]
const series = (count: number, points = 24) =>
  times(count, i => ({
    type: 'scatter',
    mode: 'lines',
    name: cities[i % 12],
    y: walk(points, 20 + 4 * i, 3),
  }))
const hill = (rows: number, columns: number) =>
  times(rows, r =>
    times(columns, c =>
      Math.round(100 * Math.sin(r / 5) * Math.cos(c / 6) + 40 * Math.exp(-((r - 12) ** 2) / 30)),
    ),
  )
const prices = (() => {
  const closes = walk(60, 100, 3)
  return {
    x: days(60),
    open: closes.map((close, i) => closes[i - 1] ?? close - 1),
    close: closes,
    high: closes.map((close, i) => Math.max(close, closes[i - 1] ?? close) + 1.5),
    low: closes.map((close, i) => Math.min(close, closes[i - 1] ?? close) - 1.5),
  }
})()

const lines: GalleryGroup = {
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
}

const bars: GalleryGroup = {
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
}

const shares: GalleryGroup = {
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
}

const normal = (count: number, middle: number, spread: number) =>
  times(count, () => Math.round((middle + spread * noise()) * 100) / 100)

const distributions: GalleryGroup = {
  title: 'Distributions and points',
  figures: [
    {
      name: 'histogram',
      data: [{ type: 'histogram', x: normal(800, 60, 12) }],
      layout: { title: 'Marks of an exam' },
    },
    {
      name: 'histograms-overlaid',
      data: [
        { type: 'histogram', name: 'before', x: normal(500, 50, 10), opacity: 0.7 },
        { type: 'histogram', name: 'after', x: normal(500, 60, 12), opacity: 0.7 },
      ],
      layout: { title: 'Before and after', barmode: 'overlay' },
    },
    {
      name: 'box',
      data: times(4, i => ({ type: 'box', name: cities[i], y: normal(80, 30 + 4 * i, 8) })),
      layout: { title: 'Boxes' },
    },
    {
      name: 'violin',
      data: times(3, i => ({
        type: 'violin',
        name: cities[i],
        y: normal(120, 30 + 4 * i, 8),
        box: { visible: true },
      })),
    },
    {
      name: 'scatter',
      data: times(3, i => ({
        mode: 'markers',
        name: cities[i],
        x: normal(60, 10 * i, 6),
        y: normal(60, 8 * i, 7),
      })),
      layout: { title: 'Three kinds', xaxis: { title: 'length (cm)' }, yaxis: { title: 'width (cm)' } },
    },
    {
      name: 'scatter-scale',
      data: [
        {
          mode: 'markers',
          x: normal(150, 0, 10),
          y: normal(150, 0, 10),
          marker: { color: range(150), showscale: true, colorbar: { title: 'age' } },
        },
      ],
      layout: { title: 'Coloured by value' },
    },
    {
      name: 'bubbles',
      data: times(3, i => ({
        mode: 'markers',
        name: cities[i],
        x: normal(12, 40, 20),
        y: normal(12, 60, 15),
        marker: { size: times(12, () => 8 + 40 * random()) },
      })),
      layout: { title: 'Bubbles' },
    },
    {
      name: 'labelled-points',
      data: [
        {
          mode: 'markers+text',
          x: normal(12, 5, 3),
          y: normal(12, 5, 3),
          text: cities,
          textposition: 'top center',
        },
      ],
      layout: { title: 'Points with names' },
    },
    { name: 'heatmap', data: [{ type: 'heatmap', z: hill(20, 30) }], layout: { title: 'A heat map' } },
    {
      name: 'correlation',
      data: [
        {
          type: 'heatmap',
          x: cities.slice(0, 6),
          y: cities.slice(0, 6),
          z: times(6, r => times(6, c => (r === c ? 1 : Math.round(noise() * 60) / 100))),
          zmin: -1,
          zmax: 1,
          texttemplate: '%{z}',
        },
      ],
      layout: { title: 'Correlations' },
    },
    { name: 'contour', data: [{ type: 'contour', z: hill(20, 30) }], layout: { title: 'Contours' } },
    { name: 'density', data: [{ type: 'histogram2dcontour', x: normal(400, 0, 5), y: normal(400, 0, 5) }] },
    {
      name: 'splom',
      data: [
        {
          type: 'splom',
          dimensions: times(3, i => ({ label: cities[i], values: normal(80, 5 * i, 3) })),
          diagonal: { visible: false },
        },
      ],
      layout: { title: 'Each against each' },
    },
    {
      name: 'parallel-coordinates',
      data: [
        {
          type: 'parcoords',
          line: { color: range(60) },
          dimensions: times(4, i => ({ label: cities[i], values: normal(60, 20, 4) })),
        },
      ],
      layout: { title: 'Parallel coordinates' },
    },
  ],
}

const others: GalleryGroup = {
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
}

export const galleryGroups: readonly GalleryGroup[] = [lines, bars, shares, distributions, others]
