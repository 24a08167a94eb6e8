/**
 * The default style: the `template` of every layout that has none (spec 2, notes 1 and 3), and its dark variant for
 * `theme=dark`.
 *
 * Series colours have a contrast of 3:1 and text of 4.5:1 (WCAG 2.2), and are distinguishable with all kinds of colour
 * blindness. Colour scales are perceptually even. Tests check the palettes.
 */

import { isObject, type JsonObject } from './json.ts'
import { darkPalette, lightPalette, type Palette } from './palettes.ts'

/** A template of the charting library: defaults for the layout and per trace type. */
export interface Template {
  readonly layout: JsonObject
  readonly data: Readonly<Record<string, readonly [JsonObject]>>
}

const fontFamily = '"Open Sans", "Segoe UI", system-ui, Roboto, "Helvetica Neue", Arial, sans-serif'

/** Marks the default template of any release, in `template.layout.meta`. */
export const defaultTemplateMark = 'plotgate'

/** Titles are aligned with the left edge of the image, independent of the width of axis labels. */
const edge = 24

const words = (text: string) => text.split(' ')

/** Trace types that show values by colour. */
const colourScaled = words(
  'choropleth choroplethmap cone contour contourcarpet densitymap heatmap histogram2d histogram2dcontour ' +
    'isosurface mesh3d streamtube surface volume',
)

/** Trace types whose markers often have a colour bar. */
const markerScaled = words(
  'bar scatter scatter3d scattergeo scattergl scattermap scatterpolar scatterternary treemap',
)

const lined = words('scatter scattergl scatterpolar scatterternary scattersmith scattergeo')

const clear = 'rgba(0,0,0,0)'

function axesOf({ muted, grid, line, wash }: Palette) {
  // Grid lines replace axis lines. Transparent ticks keep the labels away from the plot.
  const axis = {
    automargin: true,
    gridcolor: grid,
    linecolor: line,
    zerolinecolor: line,
    zerolinewidth: 1,
    ticks: 'outside',
    ticklen: 6,
    tickcolor: clear,
    tickfont: { color: muted },
    title: { standoff: 8 },
    spikecolor: muted,
    spikethickness: 1,
    spikedash: 'dot',
  }
  const roundAxis = { gridcolor: grid, linecolor: line, tickcolor: line, tickfont: { color: muted } }
  const wall = { backgroundcolor: wash, gridcolor: line, gridwidth: 1, linecolor: line, zerolinecolor: muted }
  return { axis, roundAxis, wall }
}

function layoutOf(palette: Palette): JsonObject {
  const { paper, ink, muted, line, wash, accent } = palette
  const { axis, roundAxis, wall } = axesOf(palette)
  return {
    meta: defaultTemplateMark,
    font: { family: fontFamily, size: 12, color: ink },
    title: {
      x: 0,
      xref: 'container',
      xanchor: 'left',
      y: 1,
      yref: 'container',
      // Without yanchor: the library's default depends on the layout's `y`, which keeps titles at the bottom in the image.
      pad: { l: edge, t: 20, b: 12 },
      font: { size: 19, weight: 600 },
      subtitle: { font: { size: 13, color: muted } },
    },
    // Space for a title, tick labels and axis titles; automargin adds more. Gauges have labels on both sides.
    margin: { l: 64, r: 40, t: 72, b: 56 },
    paper_bgcolor: paper,
    plot_bgcolor: paper,
    colorway: palette.series,
    colorscale: {
      sequential: scaleOf(palette.sequential),
      sequentialminus: scaleOf([...palette.sequential].reverse()),
      diverging: scaleOf(palette.diverging),
    },
    coloraxis: { colorbar: plainBar },
    xaxis: axis,
    yaxis: axis,
    legend: { bgcolor: clear, tracegroupgap: 12 },
    // On the paper colour, on which series colours are distinguishable in unified labels. Labels do not inherit the
    // layout's font.
    hoverlabel: {
      bgcolor: paper,
      bordercolor: line,
      font: { family: fontFamily, size: 12, color: ink },
      align: 'left',
      // By default the library cuts names after fifteen characters.
      namelength: 40,
    },
    modebar: { bgcolor: clear, color: muted, activecolor: accent },
    barcornerradius: 3,
    annotationdefaults: { arrowcolor: muted, arrowhead: 2, arrowsize: 0.8, arrowwidth: 1.2 },
    shapedefaults: { line: { color: muted } },
    sliderdefaults: { bgcolor: wash, bordercolor: line, activebgcolor: accent, tickcolor: line },
    // Without a background, because their text has the layout's font colour.
    updatemenudefaults: { bordercolor: line },
    polar: { bgcolor: paper, angularaxis: roundAxis, radialaxis: roundAxis },
    ternary: { bgcolor: paper, aaxis: roundAxis, baxis: roundAxis, caxis: roundAxis },
    smith: { bgcolor: paper, imaginaryaxis: roundAxis, realaxis: roundAxis },
    scene: { xaxis: wall, yaxis: wall, zaxis: wall },
    geo: {
      bgcolor: paper,
      showland: true,
      landcolor: wash,
      showlakes: true,
      lakecolor: paper,
      coastlinecolor: line,
      showcountries: true,
      countrycolor: line,
      countrywidth: 0.5,
      framecolor: line,
    },
    map: { style: palette.mapStyle },
  }
}

function dataOf(palette: Palette): Template['data'] {
  const { paper, ink, muted, grid, line, wash, accent } = palette
  const [first, , , fourth] = palette.series
  const colorscale = scaleOf(palette.sequential)
  const rise = { increasing: { line: { color: first } }, decreasing: { line: { color: fourth } } }
  const carpetAxis = { gridcolor: line, minorgridcolor: grid, startlinecolor: line, endlinecolor: line }
  // A gap in the paper colour separates neighbours better than an outline.
  const parted = (width: number) => ({ marker: { line: { color: paper, width } } })

  const styles: readonly (readonly [readonly string[], JsonObject])[] = [
    [colourScaled, { colorbar: plainBar, colorscale }],
    [markerScaled, { marker: { colorbar: plainBar } }],
    [lined, { marker: { size: 7 }, line: { width: 2.5 } }],
    [['bar'], { marker: { line: { width: 0 } }, error_x: { color: ink }, error_y: { color: ink } }],
    [['barpolar', 'choropleth', 'choroplethmap'], parted(0.5)],
    [['histogram'], parted(1)],
    [words('pie funnelarea sunburst treemap icicle'), parted(1.5)],
    [['pie'], { automargin: true }],
    // Transparency would reduce the contrast of texts in sectors.
    [words('sunburst icicle'), { leaf: { opacity: 1 } }],
    [['treemap'], { marker: { depthfade: false } }],
    [['funnel'], { connector: { fillcolor: wash, line: { color: line, width: 1 } } }],
    [['candlestick', 'ohlc'], rise],
    [
      ['waterfall'],
      {
        connector: { line: { color: line, width: 1 } },
        increasing: { marker: { color: first } },
        decreasing: { marker: { color: fourth } },
        totals: { marker: { color: muted } },
      },
    ],
    [['carpet'], { aaxis: carpetAxis, baxis: carpetAxis }],
    // Labels above the plot would overlap the title.
    [['parcoords'], { labelside: 'bottom', line: { colorbar: plainBar, colorscale } }],
    [['sankey'], { node: { line: { width: 0 }, pad: 18, thickness: 16 }, link: { color: palette.veil } }],
    [
      ['table'],
      {
        header: {
          align: 'left',
          height: 32,
          fill: { color: wash },
          line: { color: line },
          font: { color: ink, weight: 600 },
        },
        cells: {
          align: 'left',
          height: 28,
          fill: { color: paper },
          line: { color: grid },
          font: { color: ink },
        },
      },
    ],
    [
      ['indicator'],
      {
        gauge: { bar: { color: accent }, bgcolor: wash, borderwidth: 0, axis: { tickcolor: line } },
        delta: { increasing: { color: palette.good }, decreasing: { color: palette.bad } },
      },
    ],
  ]
  const data: Record<string, [JsonObject]> = {}
  for (const [types, style] of styles) {
    for (const type of types) data[type] = [merged(data[type]?.[0] ?? {}, style)]
  }
  return data
}

const plainBar = { outlinewidth: 0, thickness: 14 }

/** A colour scale with even steps from 0 to 1. */
const scaleOf = (colours: readonly string[]) =>
  colours.map((colour, i) => [Math.round((i / (colours.length - 1)) * 1000) / 1000, colour])

function merged(under: JsonObject, over: JsonObject): JsonObject {
  const both: Record<string, unknown> = { ...under }
  for (const [key, value] of Object.entries(over)) {
    const below = both[key]
    both[key] = isObject(below) && isObject(value) ? merged(below, value) : value
  }
  return both
}

const templateOf = (palette: Palette): Template => ({ layout: layoutOf(palette), data: dataOf(palette) })

export const defaultTemplate = { light: templateOf(lightPalette), dark: templateOf(darkPalette) } as const
