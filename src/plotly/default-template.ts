/**
 * The default style: the one `template` under every layout that brings none (spec 2, notes 1 and 3), and its dark
 * sibling for `theme=dark`. Graph paper, petrol ink, a marigold point.
 *
 * Series colours keep 3:1 against the paper and text 4.5:1 (WCAG 2.2), and stay apart for red-, green- and
 * blue-blind eyes; colour scales run evenly from light to dark. A test holds the palettes to it.
 */

import { darkPalette, lightPalette, type Palette } from './palettes.ts'

type Values = Readonly<Record<string, unknown>>

/** A template of the charting library: defaults by place in the layout, and by trace type. */
export interface Template {
  readonly layout: Values
  readonly data: Readonly<Record<string, readonly [Values]>>
}

const fontFamily = '"Open Sans", "Segoe UI", system-ui, Roboto, "Helvetica Neue", Arial, sans-serif'

/** What tells the default style from a template somebody brings, whichever release stored it: `template.layout.meta`. */
export const defaultTemplateMark = 'plotgate'

/** Titles stand at the image's own left edge, as headlines: they stay put whatever the axis labels need. */
const edge = 24

const words = (text: string) => text.split(' ')

/** Types that show values by colour alone. */
const colourScaled = words(
  'choropleth choroplethmap cone contour contourcarpet densitymap heatmap histogram2d histogram2dcontour ' +
    'isosurface mesh3d streamtube surface volume',
)

/** Types whose markers often carry a colour bar. */
const markerScaled = words(
  'bar scatter scatter3d scattergeo scattergl scattermap scatterpolar scatterternary treemap',
)

const lined = words('scatter scattergl scatterpolar scatterternary scattersmith scattergeo')

function layoutOf(palette: Palette): Values {
  const { paper, ink, muted, grid, line, wash, accent } = palette
  const clear = 'rgba(0,0,0,0)'
  // Grid lines carry the reading, so axes need no line; invisible ticks keep the labels off the plot.
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
  return {
    meta: defaultTemplateMark,
    font: { family: fontFamily, size: 12, color: ink },
    title: {
      x: 0,
      xref: 'container',
      xanchor: 'left',
      y: 1,
      yref: 'container',
      // No yanchor: the library's own follows the `y` of a layout, so that a title at the foot stands in the image.
      pad: { l: edge, t: 20, b: 12 },
      font: { size: 19, weight: 600 },
      subtitle: { font: { size: 13, color: muted } },
    },
    // Room for a headline, tick labels and axis titles; longer ones push further. Gauges have labels at both sides.
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
    // On paper, where the series' colours can be told apart: a label of all series shows a sample of each. Labels
    // do not take the layout's font by themselves.
    hoverlabel: {
      bgcolor: paper,
      bordercolor: line,
      font: { family: fontFamily, size: 12, color: ink },
      align: 'left',
      // The library cuts names after fifteen letters.
      namelength: 40,
    },
    modebar: { bgcolor: clear, color: muted, activecolor: accent },
    barcornerradius: 3,
    annotationdefaults: { arrowcolor: muted, arrowhead: 2, arrowsize: 0.8, arrowwidth: 1.2 },
    shapedefaults: { line: { color: muted } },
    sliderdefaults: { bgcolor: wash, bordercolor: line, activebgcolor: accent, tickcolor: line },
    // On the paper, whatever that is: their words have the layout's own colour.
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
  // A gap in the paper's colour parts neighbours better than an outline does.
  const parted = (width: number) => ({ marker: { line: { color: paper, width } } })

  const styles: readonly (readonly [readonly string[], Values])[] = [
    [colourScaled, { colorbar: plainBar, colorscale }],
    [markerScaled, { marker: { colorbar: plainBar } }],
    [lined, { marker: { size: 7 }, line: { width: 2.5 } }],
    [['bar'], { marker: { line: { width: 0 } }, error_x: { color: ink }, error_y: { color: ink } }],
    [['barpolar', 'choropleth', 'choroplethmap'], parted(0.5)],
    [['histogram'], parted(1)],
    [words('pie funnelarea sunburst treemap icicle'), parted(1.5)],
    [['pie'], { automargin: true }],
    // Fading towards the paper would take the words in a sector their contrast.
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
    // Labels above the plot would run into the headline.
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
  const data: Record<string, [Values]> = {}
  for (const [types, style] of styles) {
    for (const type of types) data[type] = [merged(data[type]?.[0] ?? {}, style)]
  }
  return data
}

const plainBar = { outlinewidth: 0, thickness: 14 }

/** Colours at even steps from 0 to 1. */
const scaleOf = (colours: readonly string[]) =>
  colours.map((colour, i) => [Math.round((i / (colours.length - 1)) * 1000) / 1000, colour])

function merged(under: Values, over: Values): Values {
  const both: Record<string, unknown> = { ...under }
  for (const [key, value] of Object.entries(over)) {
    const below = both[key]
    both[key] = isValues(below) && isValues(value) ? merged(below, value) : value
  }
  return both
}

const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const templateOf = (palette: Palette): Template => ({ layout: layoutOf(palette), data: dataOf(palette) })

export const defaultTemplate = { light: templateOf(lightPalette), dark: templateOf(darkPalette) } as const
