/** What the figures of the gallery are made of: series that look like somebody's, the same each time. */

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

export const random = createRandom(20)
export const range = (count: number) => Array.from({ length: count }, (_, i) => i)
export const times = <T>(count: number, make: (i: number) => T) => range(count).map(make)
/** About 0, mostly between -1.5 and 1.5. */
export const noise = () => random() + random() + random() + random() - 2
export const walk = (count: number, start: number, step: number) => {
  let at = start
  return times(count, () => {
    at += noise() * step
    return Math.round(at * 100) / 100
  })
}
export const days = (count: number, from = '2025-01-01') =>
  times(count, i => new Date(Date.parse(from) + i * 86_400_000).toISOString().slice(0, 10))

export const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')
export const cities = 'Lisbon Oslo Vienna Porto Graz Turku Lyon Bruges Gdańsk Seville Ghent Tartu'.split(' ')
export const departments = [
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
export const series = (count: number, points = 24) =>
  times(count, i => ({
    type: 'scatter',
    mode: 'lines',
    name: cities[i % 12],
    y: walk(points, 20 + 4 * i, 3),
  }))
export const hill = (rows: number, columns: number) =>
  times(rows, r =>
    times(columns, c =>
      Math.round(100 * Math.sin(r / 5) * Math.cos(c / 6) + 40 * Math.exp(-((r - 12) ** 2) / 30)),
    ),
  )
export const prices = (() => {
  const closes = walk(60, 100, 3)
  return {
    x: days(60),
    open: closes.map((close, i) => closes[i - 1] ?? close - 1),
    close: closes,
    high: closes.map((close, i) => Math.max(close, closes[i - 1] ?? close) + 1.5),
    low: closes.map((close, i) => Math.min(close, closes[i - 1] ?? close) - 1.5),
  }
})()

export const normal = (count: number, middle: number, spread: number) =>
  times(count, () => Math.round((middle + spread * noise()) * 100) / 100)
