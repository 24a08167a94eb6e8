/**
 * The parts of the charting library. A page loads only those that its figure needs, and browsers cache each part for ever. A
 * part contains trace types or rarely used components, and shares modules with the parts it depends on.
 */

/** Modules are named as in `require`. */
export interface LibraryPart {
  /** The modules by trace type. */
  readonly traces: Readonly<Record<string, string>>
  /** The modules of components. */
  readonly components: readonly string[]
  /** The parts it depends on. */
  readonly needs: readonly PartName[]
}

const trace = (...types: string[]) => Object.fromEntries(types.map(type => [type, `plotly.js/lib/${type}`]))

/** The strict variants of modules that use eval, which pages do not allow. */
const strictTrace = (...types: string[]) =>
  Object.fromEntries(types.map(type => [type, `plotly.js/src/traces/${type}/strict`]))

const part = (
  traces: Readonly<Record<string, string>>,
  needs: readonly PartName[] = ['core'],
  components: readonly string[] = [],
): LibraryPart => ({ traces, needs, components })

export type PartName =
  | ('core' | 'bar' | 'histogram' | 'funnel' | 'box' | 'finance' | 'heatmap' | 'contour' | 'image' | 'pie')
  | ('funnelarea' | 'hierarchy' | 'ternary' | 'carpet' | 'polar' | 'smith' | 'indicator' | 'table' | 'sankey')
  | ('parcats' | 'quiver' | 'geo' | 'gl3d' | 'regl' | 'gl2d' | 'splom' | 'polargl' | 'parcoords' | 'map')
  | ('calendars' | 'controls' | 'range' | 'images' | 'annotations' | 'shapes' | 'colorbar' | 'errorbars')
  | 'modebar'

/** In loading order. */
export const libraryParts: Readonly<Record<PartName, LibraryPart>> = {
  core: part(trace('scatter'), []),
  annotations: part({}, ['core'], ['plotly.js/src/components/annotations']),
  // Shapes and selections with their drawing tools.
  shapes: part({}, ['core'], ['plotly.js/src/components/selections', 'plotly.js/src/components/shapes']),
  // The mode bar, which pages add after the figure is drawn.
  modebar: part({}),
  colorbar: part({}, ['core'], ['plotly.js/src/components/colorbar']),
  errorbars: part({}, ['core'], ['plotly.js/src/components/errorbars']),
  bar: part(trace('bar')),
  histogram: part(trace('histogram'), ['bar']),
  funnel: part(trace('funnel', 'waterfall'), ['bar']),
  box: part(trace('box', 'violin'), ['bar']),
  finance: part(trace('ohlc', 'candlestick'), ['box']),
  heatmap: part(trace('heatmap'), ['core', 'colorbar']),
  contour: part(trace('contour', 'histogram2d', 'histogram2dcontour'), ['heatmap', 'histogram']),
  image: part(trace('image')),
  pie: part(trace('pie')),
  funnelarea: part(trace('funnelarea'), ['pie']),
  hierarchy: part(trace('sunburst', 'treemap', 'icicle'), ['pie']),
  ternary: part(trace('scatterternary')),
  carpet: part(trace('carpet', 'scattercarpet', 'contourcarpet'), ['contour']),
  polar: part(trace('scatterpolar', 'barpolar'), ['bar']),
  smith: part(trace('scattersmith'), ['polar']),
  indicator: part(trace('indicator')),
  table: part(trace('table')),
  sankey: part(trace('sankey')),
  parcats: part(trace('parcats')),
  quiver: part(trace('quiver'), ['core', 'colorbar']),
  geo: part(trace('scattergeo', 'choropleth'), ['core', 'colorbar']),
  gl3d: part(
    trace('scatter3d', 'surface', 'isosurface', 'volume', 'mesh3d', 'cone', 'streamtube'),
    ['annotations', 'colorbar'],
    ['plotly.js/src/components/annotations3d'],
  ),
  regl: part({}),
  gl2d: part(strictTrace('scattergl'), ['regl']),
  splom: part(strictTrace('splom'), ['gl2d']),
  polargl: part(strictTrace('scatterpolargl'), ['gl2d', 'polar']),
  parcoords: part(strictTrace('parcoords'), ['regl']),
  map: part(trace('scattermap', 'choroplethmap', 'densitymap'), ['core', 'colorbar']),
  calendars: part({}, ['core'], ['plotly.js/lib/calendars']),
  controls: part({}, ['core'], ['plotly.js/src/components/updatemenus', 'plotly.js/src/components/sliders']),
  range: part(
    {},
    ['core'],
    ['plotly.js/src/components/rangeslider', 'plotly.js/src/components/rangeselector'],
  ),
  images: part({}, ['core'], ['plotly.js/src/components/images']),
}

export const partNames = Object.keys(libraryParts) as PartName[]

const partByType: ReadonlyMap<string, PartName> = new Map(
  partNames.flatMap(name => Object.keys(libraryParts[name].traces).map(type => [type, name] as const)),
)

/** The parts with all dependencies, in loading order. */
export function withNeeds(names: readonly PartName[]): PartName[] {
  const wanted = new Set<PartName>()
  const add = (name: PartName): void => {
    wanted.add(name)
    libraryParts[name].needs.forEach(add)
  }
  for (const name of ['core', ...names] as const) add(name)
  return partNames.filter(name => wanted.has(name))
}

export interface FigureNeeds {
  readonly traceTypes: readonly string[]
  readonly layout: Readonly<Record<string, unknown>>
  /** The JSON texts of the figure. */
  readonly data: string
  readonly frames: string | null
}

/** The parts that a figure needs, in loading order. */
export function partsFor({ traceTypes, layout, data, frames }: FigureNeeds): PartName[] {
  const { updatemenus, sliders, images } = layout
  const controls = JSON.stringify([updatemenus, sliders])
  const template = JSON.stringify(layout.template ?? null)
  const own = JSON.stringify({ ...layout, template: undefined })
  const texts = [own, template, frames ?? '']
  // Frames and buttons may change trace types.
  const named = [/"type"\s*:\s*"([a-z0-9]+)"/g, /"([a-z0-9]+)"/g].flatMap((name, at) =>
    [...[frames ?? '', controls][at]!.matchAll(name)].map(([, type = '']) => type),
  )
  const types = [...traceTypes, ...named].map(type => partByType.get(type))
  const wanted: (PartName | false | undefined)[] = [
    ...types,
    [data, ...texts].some(text => /calendar"\s*:\s*"(?!gregorian)/.test(text)) && 'calendars',
    (isFilled(updatemenus) || isFilled(sliders)) && 'controls',
    // Candlestick traces have a range slider by default.
    (types.includes('finance') || texts.some(text => /"range(?:slider|selector)"/.test(text))) && 'range',
    texts.concat(controls).some(text => /"annotations\b/.test(text)) && 'annotations',
    texts.concat(controls).some(text => drawn.test(text) || drawing.test(text)) && 'shapes',
    ([data, own, frames ?? '', controls].some(text => scaled.test(text)) ||
      scaledByTemplate.test(template)) &&
      'colorbar',
    ([data, frames ?? '', controls].some(text => /"error_[xyz]\b/.test(text)) ||
      errorsByTemplate.test(template)) &&
      'errorbars',
    (isFilled(images) || texts.some(text => /"images"/.test(text))) && 'images',
  ]
  return withNeeds(wanted.filter(name => name !== false && name !== undefined))
}

/** Matches shapes, selections, and the modes and buttons that draw or select. */
const drawn = /"(?:new|active)?(?:shape|selection)s?\b/
const drawing = /"(?:select|lasso|draw\w+|eraseshape|select2d|lasso2d|event\+select)"/

/** Matches attributes that enable a colour bar. Types with one by default depend on its part. */
const scaled = /"(?:[a-z.]*\.)?(?:colorbar|showscale|coloraxis)/
/** The same in templates, which may style colour bars without enabling them. */
const scaledByTemplate = /"showscale"\s*:\s*true|"coloraxis"\s*:\s*"/
const errorsByTemplate = /"error_[xyz]"\s*:\s*\{[^{}]*"(?:visible|array|value|type)"/

const isFilled = (value: unknown) => Array.isArray(value) && value.length > 0
