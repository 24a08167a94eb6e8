/** Maps whose styles bring markup: attributions are written as HTML by the map library. */

import type { HostileFigure } from './hostile-figures.ts'
import { markup } from './hostile-texts.ts'

const noFeatures = { type: 'FeatureCollection', features: [] }
const mapStyle = {
  version: 8,
  name: markup,
  metadata: { note: markup },
  sources: {
    shapes: { type: 'geojson', data: noFeatures, attribution: markup },
    others: { type: 'geojson', data: noFeatures, attribution: `b ${markup}` },
  },
  layers: [
    { id: markup, type: 'fill', source: 'shapes' },
    { id: 'l', type: 'line', source: 'others' },
  ],
}
const onMap = { type: 'scattermap', lat: [0], lon: [0] }

/** Where a map's style may stand, and the attributions in it. */
export const hostileMaps: readonly HostileFigure[] = [
  { name: 'the style of a map', data: [onMap], layout: { map: { style: mapStyle } } },
  { name: 'a second map', data: [{ ...onMap, subplot: 'map2' }], layout: { map2: { style: mapStyle } } },
  {
    name: 'a template',
    data: [onMap],
    layout: { template: { layout: { map: { style: mapStyle } } } },
  },
  {
    name: 'a frame',
    data: [],
    layout: {},
    frames: [{ data: [onMap], layout: { map: { style: mapStyle } } }],
  },
  {
    name: 'a layer',
    data: [onMap],
    layout: {
      map: { style: 'white-bg', layers: [{ source: noFeatures, type: 'fill', sourceattribution: markup }] },
    },
  },
]
