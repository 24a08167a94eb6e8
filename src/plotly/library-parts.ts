/**
 * The charting library in parts: a page loads those its figure needs, each kept by browsers for ever. A part holds
 * trace types, or components that few figures have, and builds upon other parts, whose modules it shares.
 */

/** Entries of the library's own package, as `require` names them. */
export interface LibraryPart {
  /** The trace types it draws, and the module of each. */
  readonly traces: Readonly<Record<string, string>>
  /** The components it brings. */
  readonly components: readonly string[]
  /** Loaded before it, and what those need before them. */
  readonly needs: readonly PartName[]
}

const trace = (...types: string[]) => Object.fromEntries(types.map(type => [type, `plotly.js/lib/${type}`]))

/** Those that write code at run time have a variant that does without: pages allow no eval. */
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

/** In the order in which they are loaded. */
export const libraryParts: Readonly<Record<PartName, LibraryPart>> = {
  core: part(trace('scatter'), []),
  annotations: part({}, ['core'], ['plotly.js/src/components/annotations']),
  // What is drawn and selected on a plot, and the tools for it.
  shapes: part({}, ['core'], ['plotly.js/src/components/selections', 'plotly.js/src/components/shapes']),
  // The buttons on a plot: no figure needs them to be seen, a page draws them when its figure stands.
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

/** The parts with all they need, in the order in which they are loaded. */
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
  /** The figure's texts as JSON. */
  readonly data: string
  readonly frames: string | null
}

/** The parts that draw a figure, in the order in which they are loaded. */
export function partsFor({ traceTypes, layout, data, frames }: FigureNeeds): PartName[] {
  const { updatemenus, sliders, images } = layout
  const controls = JSON.stringify([updatemenus, sliders])
  const template = JSON.stringify(layout.template ?? null)
  const own = JSON.stringify({ ...layout, template: undefined })
  const texts = [own, template, frames ?? '']
  // A frame, or a button, may make another type of a trace.
  const named = [/"type"\s*:\s*"([a-z0-9]+)"/g, /"([a-z0-9]+)"/g].flatMap((name, at) =>
    [...[frames ?? '', controls][at]!.matchAll(name)].map(([, type = '']) => type),
  )
  const types = [...traceTypes, ...named].map(type => partByType.get(type))
  const wanted: (PartName | false | undefined)[] = [
    ...types,
    [data, ...texts].some(text => /calendar"\s*:\s*"(?!gregorian)/.test(text)) && 'calendars',
    (isFilled(updatemenus) || isFilled(sliders)) && 'controls',
    // Candlesticks bring a slider of their own.
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

/** Lists of what is drawn or selected, how more of it looks, and the modes and buttons that draw or select. */
const drawn = /"(?:new|active)?(?:shape|selection)s?\b/
const drawing = /"(?:select|lasso|draw\w+|eraseshape|select2d|lasso2d|event\+select)"/

/** What gives a mark a colour bar. Types that have one without a word need its part. */
const scaled = /"(?:[a-z.]*\.)?(?:colorbar|showscale|coloraxis)/
/** A template speaks of colour bars and error bars as they look; these make there be some. */
const scaledByTemplate = /"showscale"\s*:\s*true|"coloraxis"\s*:\s*"/
const errorsByTemplate = /"error_[xyz]"\s*:\s*\{[^{}]*"(?:visible|array|value|type)"/

const isFilled = (value: unknown) => Array.isArray(value) && value.length > 0
