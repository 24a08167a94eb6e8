/** Suggests trace types for names of other libraries and older releases. */

import { entryOf } from '../../../../plotly/json.ts'
import { traceTypes } from '../../../../plotly/schema/schema.ts'
import { shortened } from '../../faults.ts'
import { nearest } from '../../nearest.ts'

const maps = 'and move layout.mapbox to layout.map, where style names stay and accesstoken goes'
const filledLines = 'with "fill": "tozeroy"'

/** The equivalent trace type and additional settings. */
const otherNames: Readonly<Record<string, readonly [type: string, how?: string]>> = {
  area: ['scatter', filledLines],
  areachart: ['scatter', filledLines],
  barchart: ['bar'],
  boxplot: ['box'],
  bubble: ['scatter', 'with "mode": "markers" and "marker": {"size": [ … ]}'],
  choroplethmapbox: ['choroplethmap', maps],
  column: ['bar'],
  columnchart: ['bar'],
  density: ['histogram', 'with "histnorm": "probability density"'],
  densitymapbox: ['densitymap', maps],
  donut: ['pie', 'with "hole": 0.4'],
  doughnut: ['pie', 'with "hole": 0.4'],
  gantt: ['bar', 'with "orientation": "h", "base" for the starts and "x" for the lengths'],
  gauge: ['indicator', 'with "mode": "gauge+number"'],
  groupedbar: ['bar', 'with layout.barmode: "group"'],
  hbar: ['bar', 'with "orientation": "h"'],
  heatmapgl: ['heatmap'],
  hist: ['histogram'],
  histogramx: ['histogram'],
  histogramy: ['histogram', 'with the values in "y" instead of "x"'],
  horizontalbar: ['bar', 'with "orientation": "h"'],
  kpi: ['indicator', 'with "mode": "number"'],
  line: ['scatter', 'with "mode": "lines"'],
  linechart: ['scatter', 'with "mode": "lines"'],
  lines: ['scatter', 'with "mode": "lines"'],
  'lines+markers': ['scatter', 'with "mode": "lines+markers"'],
  map: ['scattermap'],
  markers: ['scatter', 'with "mode": "markers"'],
  number: ['indicator', 'with "mode": "number"'],
  piechart: ['pie'],
  pointcloud: ['scattergl', 'with "mode": "markers"'],
  points: ['scatter', 'with "mode": "markers"'],
  network: ['scatter', 'with "mode": "lines" for the links and "markers" for the nodes, or "sankey"'],
  polar: ['scatterpolar'],
  radar: ['scatterpolar', 'with "fill": "toself"'],
  scattermapbox: ['scattermap', maps],
  scatterplot: ['scatter', 'with "mode": "markers"'],
  spline: ['scatter', 'with "line": {"shape": "spline"}'],
  stackedarea: ['scatter', 'with "stackgroup": "one" in each trace'],
  stackedbar: ['bar', 'with layout.barmode: "stack"'],
  step: ['scatter', 'with "line": {"shape": "hv"}'],
  timeline: ['bar', 'with "orientation": "h", "base" for the starts and "x" for the lengths in milliseconds'],
  wordcloud: ['scatter', 'with "mode": "text"'],
  worldmap: ['choropleth'],
}

/** The message for an unknown trace type. */
export function unknownType(name: string): string {
  const [type, how] = entryOf(otherNames, name.toLowerCase().replace(/[\s_-]/g, '')) ?? [
    nearest(name, traceTypes),
  ]
  const hint = type ? `did you mean ${JSON.stringify(type)}${how ? ` ${how}` : ''}? ` : ''
  return `unknown trace type ${JSON.stringify(shortened(name))}; ${hint}valid types: ${traceTypes.join(', ')}`
}
