/** Parts of a layout that show nothing or stand where they were not meant to. */

import { test } from '@jest/globals'
import { isToldAt, layout, type Slip, y } from './mistake.ts'

const map = { type: 'scattermap', lat: [0], lon: [0] }

test.each<Slip>([
  [
    'texts of ticks without places',
    layout({ xaxis: { ticktext: ['a'] } }),
    'layout.xaxis.ticktext',
    /tickvals/,
  ],
  [
    'fewer texts than ticks',
    layout({ xaxis: { tickvals: [1, 2], ticktext: ['a'] } }),
    'layout.xaxis.ticktext',
    /1 text for 2/,
  ],
  [
    'ticks that are chosen',
    layout({ xaxis: { tickmode: 'auto', tickvals: [1] } }),
    'layout.xaxis.tickvals',
    /leave tickmode out/,
  ],
  ['a step in words', layout({ xaxis: { dtick: '1 month' } }), 'layout.xaxis.dtick', /is not a step/],
  [
    'a length beyond any image',
    layout({ title: { text: 'a', pad: { b: 1e300 } } }),
    'layout.title.pad.b',
    /longer than any image/,
  ],
  [
    'a map of a grain of sand',
    { data: [{ type: 'scattergeo', lat: [1], lon: [2] }], layout: { geo: { projection: { scale: 1e9 } } } },
    'layout.geo.projection.scale',
    /at most 1000000/,
  ],
  [
    'a slider under a hidden axis',
    layout({ xaxis: { visible: false, rangeslider: {} } }),
    'layout.xaxis.rangeslider',
    /not visible/,
  ],
  [
    'an image without a size',
    layout({ images: [{ source: 'data:,', x: 0, y: 1 }] }),
    'layout.images[0]',
    /sizex and sizey/,
  ],
  [
    'a button that does nothing',
    layout({ updatemenus: [{ buttons: [{ label: 'a' }] }] }),
    'layout.updatemenus[0].buttons[0]',
    /needs args/,
  ],
  [
    'a note on an axis that is not there',
    layout({ annotations: [{ x: 1, y: 1, text: 'a', yref: 'y2 domain' }] }),
    'layout.annotations[0].yref',
    /refers to the axis y2, which does not exist; this figure has y$/,
  ],
  [
    'a shape on an axis that is not there',
    layout({ shapes: [{ type: 'line', xref: 'x3' }] }),
    'layout.shapes[0].xref',
    /axis x3/,
  ],
  ['an axis over one that is not there', layout({ yaxis: { matches: 'y2' } }), 'layout.yaxis.matches', /y2/],
  [
    'a second axis that hides the first',
    { data: [{ y }, { y, yaxis: 'y2' }], layout: { yaxis2: { side: 'right' } } },
    'layout.yaxis2',
    /hides the traces on x and y; set layout\.yaxis2\.overlaying: "y"/,
  ],
  ['a range in a text', layout({ yaxis: { range: '0,10' } }), 'layout.yaxis.range', /not an array/],
  ['a margin that is a number', layout({ margin: 20 }), 'layout.margin', /must be an object/],
  [
    'an angle that is "auto"',
    layout({ annotations: [{ text: 'a', textangle: 'auto' }] }),
    'layout.annotations[0].textangle',
    /not a number/,
  ],
  [
    'a label that is a text',
    layout({ shapes: [{ type: 'line', label: 'a' }] }),
    'layout.shapes[0].label',
    /must be an object/,
  ],
  [
    'a logarithmic range in units',
    layout({ yaxis: { type: 'log', range: [1, 1000] } }),
    'layout.yaxis.range',
    /did you mean \[0, 3\]/,
  ],
  [
    'a domain turned round',
    layout({ xaxis: { domain: [0.8, 0.2] } }),
    'layout.xaxis.domain',
    /ends before it begins/,
  ],
  [
    'a line break of other languages in a title',
    layout({ title: { text: 'Sales\nin 2024' } }),
    'layout.title.text',
    /write <br>/,
  ],
  [
    'a line break of other languages in a note',
    layout({ annotations: [{ text: 'Sales\nin 2024', x: 1, y: 1 }] }),
    'layout.annotations[0].text',
    /write <br>/,
  ],
  [
    'a path without a command',
    layout({ shapes: [{ type: 'path', path: 'hello' }] }),
    'layout.shapes[0].path',
    /such as M0,0/,
  ],
  [
    'a limit of a scene that is no place',
    {
      data: [{ type: 'scatter3d', x: [1], y: [1], z: [1] }],
      layout: { scene: { xaxis: { autorangeoptions: { clipmax: 'text' } } } },
    },
    'layout.scene.xaxis.autorangeoptions.clipmax',
    /not a position on the axis/,
  ],
  [
    'a map beyond the pole',
    { data: [map], layout: { map: { style: 'white-bg', center: { lat: 91 } } } },
    'layout.map.center.lat',
    /from -90 to 90/,
  ],
  [
    'a map around a place without neighbours',
    { data: [map], layout: { map: { style: 'white-bg', center: { lon: 1e300 } } } },
    'layout.map.center.lon',
    /from -180 to 180/,
  ],
])('a part of a layout that is not drawn as it was meant is told: %s', isToldAt)
