/** A figure of so many parts, for each kind of part whose time is told at creation. */

type Parts = Readonly<Record<string, unknown>>

export interface Figure {
  readonly data: readonly Parts[]
  readonly layout?: Parts
}

const list = <T>(count: number, make: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at))
/** A wave that never repeats itself. */
const wave = (at: number) => Math.sin(at * 0.7) * 10 + Math.cos(at * 0.011) * 5
const waves = (count: number) => list(count, wave)
/** Of various sizes, with short and long coastlines. */
const countries = 'FRA DEU ESP NOR BRA CAN USA MEX IND CHN JPN AUS IDN ZAF EGY NGA ARG CHL PER KEN'.split(' ')
const points = { type: 'scatter', x: [1, 2, 3], y: [2, 1, 3] }

const traces =
  (trace: Parts) =>
  (count: number): Figure => ({ data: list(count, () => trace) })

/** As many subplots as traces: each is named by the number that it takes. */
const subplots =
  (trace: Parts, attribute: string, name: string) =>
  (count: number): Figure => ({
    data: list(count, at => ({ ...trace, [attribute]: at === 0 ? name : `${name}${at + 1}` })),
    layout: Object.fromEntries(list(count, at => [at === 0 ? name : `${name}${at + 1}`, {}])),
  })

const pairsOfAxes = (count: number): Figure => ({
  data: list(count, at => ({ ...points, xaxis: `x${at + 1}`, yaxis: `y${at + 1}` })),
  layout: { grid: { rows: Math.ceil(count / 20), columns: Math.min(count, 20), pattern: 'independent' } },
})

const inLayout =
  (name: string, make: (at: number) => Parts) =>
  (count: number): Figure => ({ data: [points], layout: { [name]: list(count, make) } })

const cube = (side: number) => {
  const places = list(
    side ** 3,
    at => [at % side, Math.floor(at / side) % side, Math.floor(at / side ** 2)] as const,
  )
  const [x, y, z] = [0, 1, 2].map(axis => places.map(place => place[axis]!)) as [number[], number[], number[]]
  return { x, y, z }
}

const blob = (side: number, count: number, type: string): Figure => {
  const { x, y, z } = cube(side)
  const value = x.map((_, at) => Math.hypot(x[at]! - side / 2, y[at]! - side / 2, z[at]! - side / 2))
  return { data: [{ type, x, y, z, value, opacity: 0.3, surface: { count } }] }
}

const tubes = (count: number): Figure => {
  const { x, y, z } = cube(10)
  const flow = { u: x.map(() => 1), v: y.map(each => Math.sin(each)), w: z.map(each => Math.cos(each)) }
  const starts = {
    x: list(count, () => 0),
    y: list(count, at => (at * 7) % 10),
    z: list(count, at => (at * 0.37) % 10),
  }
  return { data: [{ type: 'streamtube', x, y, z, ...flow, starts }] }
}

const grid = (side: number) =>
  list(side, row => list(side, column => Math.sin(row / 9) * Math.cos(column / 7) * 100))

const levels =
  (showlabels: boolean) =>
  (count: number): Figure => ({
    data: [
      { type: 'contour', z: grid(50), contours: { start: -100, end: 100, size: 200 / count, showlabels } },
    ],
  })

const bins =
  (type: string) =>
  (count: number): Figure => {
    const along = { start: -15, end: 15, size: 30 / Math.sqrt(count) }
    return {
      data: [{ type, x: waves(1000), y: list(1000, at => wave(at * 1.3)), xbins: along, ybins: along }],
    }
  }

const sectors =
  (type: string) =>
  (count: number): Figure => ({
    data: [
      {
        type,
        labels: ['all', ...list(count, at => `part ${at}`)],
        parents: ['', ...list(count, () => 'all')],
        values: [0, ...list(count, at => 1 + (at % 9))],
      },
    ],
  })

const slices =
  (type: string) =>
  (count: number): Figure => ({
    data: [{ type, labels: list(count, at => `part ${at}`), values: list(count, at => 1 + (at % 9)) }],
  })

const dimensions =
  (type: string, make: (at: number) => Parts) =>
  (count: number): Figure => ({ data: [{ type, dimensions: list(count, make) }] })

const surface = { type: 'surface', z: grid(5) }
const triple = { x: [1, 2, 3], y: [2, 1, 3], z: [3, 1, 2] }
const places = { lon: [2, 13, 24], lat: [48, 52, 60] }

/** By what a message calls them. */
export const figures: Readonly<Record<string, (count: number) => Figure>> = {
  'scatter traces': traces(points),
  'bar traces': traces({ ...points, type: 'bar' }),
  'box traces': traces({ type: 'box', y: waves(20) }),
  'heatmap traces': traces({ type: 'heatmap', z: grid(3), showscale: false }),
  'table traces': traces({ type: 'table', header: { values: ['a'] }, cells: { values: [[1, 2]] } }),
  'violin traces': traces({ type: 'violin', y: waves(20) }),
  'pie traces': traces({ type: 'pie', values: [1, 2, 3] }),
  'indicator traces': traces({ type: 'indicator', value: 3 }),
  'sankey traces': traces({
    type: 'sankey',
    node: { label: ['a', 'b'] },
    link: { source: [0], target: [1], value: [1] },
  }),
  'surface traces': traces({ ...surface, showscale: false }),
  'scatter3d traces': traces({ type: 'scatter3d', mode: 'markers', ...triple }),
  'mesh3d traces': traces({ type: 'mesh3d', x: [0, 1, 0, 0], y: [0, 0, 1, 0], z: [0, 0, 0, 1] }),
  'cone traces': traces({
    type: 'cone',
    ...triple,
    u: [1, 1, 1],
    v: [0, 1, 0],
    w: [1, 0, 0],
    showscale: false,
  }),
  'scattergl traces': traces({ ...points, type: 'scattergl' }),
  'scattermap traces': traces({ type: 'scattermap', ...places }),
  'densitymap traces': traces({ type: 'densitymap', ...places, z: [1, 2, 3], showscale: false }),
  'scattergeo traces': traces({ type: 'scattergeo', ...places }),
  'parcoords traces': traces({ type: 'parcoords', dimensions: list(3, at => ({ values: [at, 2, 1] })) }),
  'lines over the edge of a map': count => ({
    data: [
      {
        type: 'scattergeo',
        mode: 'lines',
        lon: list(count, at => (at * 100) % 360),
        lat: list(count, at => ((at * 37) % 160) - 80),
      },
    ],
  }),
  'wide lines in a scene': count => ({
    data: [
      {
        type: 'scatter3d',
        mode: 'lines',
        x: list(count, at => (at * 37) % 101),
        y: list(count, at => (at * 61) % 103),
        z: list(count, at => (at * 43) % 107),
        line: { width: 100 },
      },
    ],
  }),
  'large markers of scattergl': count => ({
    data: [{ type: 'scattergl', mode: 'markers', y: waves(count), marker: { size: 500 } }],
  }),
  'large markers of a splom': count => ({
    data: [
      {
        type: 'splom',
        marker: { size: 60 },
        dimensions: list(8, at => ({ values: list(Math.ceil(count / 64), row => wave(row * (at + 1))) })),
      },
    ],
  }),
  'lines with fine dashes': count => ({
    data: list(count, at => ({ type: 'scatter', x: [0, 1], y: [at, at + 1], line: { dash: '0.01px' } })),
  }),
  'long texts': count => ({
    data: [{ type: 'scatter', mode: 'text', y: waves(count), texttemplate: '%{x:9999d}' }],
  }),
  places: count => ({
    data: [
      { type: 'choropleth', z: waves(count), locations: list(count, at => countries[at % countries.length]) },
    ],
  }),
  'large markers on maps': count => ({
    data: [
      { type: 'scattermap', lat: waves(count), lon: list(count, at => at % 170), marker: { size: 500 } },
    ],
    layout: { map: { style: 'white-bg' } },
  }),
  'pairs of axes': pairsOfAxes,
  scenes: subplots({ type: 'scatter3d', mode: 'markers', ...triple }, 'scene', 'scene'),
  'polar plots': subplots({ type: 'scatterpolar', r: [1, 2, 3], theta: [0, 120, 240] }, 'subplot', 'polar'),
  'ternary plots': subplots(
    { type: 'scatterternary', a: [1, 2], b: [2, 1], c: [1, 1] },
    'subplot',
    'ternary',
  ),
  'Smith charts': subplots({ type: 'scattersmith', real: [0.5, 1], imag: [0, 1] }, 'subplot', 'smith'),
  'maps of countries': subplots({ type: 'scattergeo', ...places }, 'geo', 'geo'),
  'maps with tiles': subplots({ type: 'scattermap', ...places }, 'subplot', 'map'),
  'texts of bars': count => ({
    data: [{ type: 'bar', y: waves(count), text: list(count, at => `bar ${at}`) }],
  }),
  'slices of a pie': slices('pie'),
  'slices of a funnel': slices('funnelarea'),
  'sectors of a sunburst': sectors('sunburst'),
  'sectors of an icicle': sectors('icicle'),
  'sectors of a treemap': sectors('treemap'),
  'dimensions of a splom': dimensions('splom', at => ({
    label: `d${at}`,
    values: list(50, row => wave(row * (at + 1))),
  })),
  'dimensions of parcats': dimensions('parcats', at => ({ values: [`a${at}`, 'b', 'a', 'b'] })),
  bins: bins('histogram2d'),
  'bins with contours': bins('histogram2dcontour'),
  levels: levels(false),
  'levels with labels': levels(true),
  'surfaces of 10 cells a side': count => blob(10, count, 'isosurface'),
  'surfaces of 40 cells a side': count => blob(40, count, 'volume'),
  tubes,
  'steps of a density': count => ({
    data: [{ type: 'violin', y: waves(10_000), bandwidth: (30 * 3 * 10_000) / count, spanmode: 'hard' }],
  }),
  annotations: inLayout('annotations', at => ({
    x: 1 + (at % 20) / 10,
    y: 1 + (at % 33) / 16,
    text: `note ${at}`,
  })),
  shapes: inLayout('shapes', at => ({ type: 'rect', x0: 1, x1: 2, y0: at / 1000, y1: (at + 1) / 1000 })),
  selections: inLayout('selections', at => ({
    type: 'rect',
    x0: 1,
    x1: 2,
    y0: at / 1000,
    y1: (at + 1) / 1000,
  })),
  buttons: count => ({
    data: [points],
    layout: { updatemenus: [{ buttons: list(count, at => ({ label: `button ${at}`, method: 'skip' })) }] },
  }),
  steps: count => ({
    data: [points],
    layout: { sliders: [{ steps: list(count, at => ({ label: `step ${at}`, method: 'skip' })) }] },
  }),
  legends: count => ({
    data: list(count, at => ({
      ...points,
      showlegend: true,
      legend: at === 0 ? 'legend' : `legend${at + 1}`,
    })),
    layout: Object.fromEntries(
      list(count, at => [at === 0 ? 'legend' : `legend${at + 1}`, { x: (at % 20) / 20 }]),
    ),
  }),
  'colour bars': traces({ ...points, mode: 'markers', marker: { color: [1, 2, 3], showscale: true } }),
  'ticks of a scene': count => ({
    data: [{ type: 'scatter3d', mode: 'markers', ...triple }],
    layout: { scene: { xaxis: { tickvals: list(count, at => 1 + (2 * at) / count) } } },
  }),
}
