/** What messages about wrong values say: what is accepted, and what to send instead. */

import { test } from '@jest/globals'
import { isToldAt, layout, trace } from './mistake.ts'

/** The members of a trace or layout, the path in it, and what has to be told. */
type Wrong = readonly [members: object, path: string, message: RegExp]

const z = [
  [1, 2],
  [3, 4],
]
const heat = (colorscale: unknown) => ({ type: 'heatmap', z, colorscale })

test.each<Wrong>([
  [{ mode: 'lines + markers' }, 'mode', /without spaces: "lines\+markers"/],
  [{ hoverinfo: 'x,y' }, 'hoverinfo', /join them with \+, without spaces: "x\+y"/],
  [{ opacity: 80 }, 'opacity', /is more than 1; for 80 percent send 0\.8/],
  [{ opacity: 2 }, 'opacity', /is more than 1; the default/],
  [{ type: 'pie', values: [1], hole: '50%' }, 'hole', /is a text; send the fraction 0\.5/],
  [
    { type: 'pie', values: [1], domain: { x: [0, 50] } },
    'domain.x',
    /contains 50, which is more than 1; for 50/,
  ],
  [{ xaxis: 'xaxis2' }, 'xaxis', /is not an x id .* \(did you mean "x2"\?\)/],
  [
    { type: 'bar', marker: { pattern: { shape: '//' } } },
    'marker.pattern.shape',
    /"", \/, .*did you mean "\/"/,
  ],
  [heat('coolwarm'), 'colorscale', /send pairs .* or one of Greys, YlGnBu/],
  [heat('Viridis_r'), 'colorscale', /send "Viridis" and "reversescale": true/],
  [heat(['red', 'blue']), 'colorscale', /no positions; send \[\[0,"red"\], \[1,"blue"\]\]/],
  [
    heat([
      [0, 'reddish'],
      [1, 'blue'],
    ]),
    'colorscale',
    /"reddish" is not a colour/,
  ],
  [
    heat([
      [0, 'red'],
      [100, 'blue'],
    ]),
    'colorscale',
    /positions must ascend from 0 to 1/,
  ],
  [{ error_y: [1, 2] }, 'error_y', /such as \{"array": …\}, got an array/],
  [{ type: 'violin', box: true }, 'box', /such as \{"visible": true\}, got true/],
  [{ type: 'histogram', cumulative: true }, 'cumulative', /such as \{"enabled": true\}/],
  [{ type: 'indicator', value: 1, delta: 3 }, 'delta', /such as \{"reference": …\}/],
])('a value of a trace: %j', (members, path, message) => {
  isToldAt('', trace(members), `data[0].${path}`, message)
})

test.each<Wrong>([
  [
    { yaxis2: { overlaying: 'yaxis' } },
    'yaxis2.overlaying',
    /one of free, x, x2 …, y, y2 … \(did you mean "y"\?\)/,
  ],
  [{ shapes: [{ xref: 'xaxis2' }] }, 'shapes[0].xref', /one of paper, x, x2 … \(did you mean "x2"\?\)/],
  [{ xaxis: { ticks: 'both' } }, 'xaxis.ticks', /one of outside, inside, "";/],
  [{ xaxis: { tickangle: '45deg' } }, 'xaxis.tickangle', /send the number 45/],
  [{ width: '100%' }, 'width', /is a text; send a number/],
  [{ font: { weight: 'heavy' } }, 'font.weight', /is neither a number nor normal or bold/],
  [{ colorway: ['red', 'bluee'] }, 'colorway', /because "bluee" is not one \(did you mean "blue"\?\)/],
  [{ title: { font: 'Arial' } }, 'title.font', /such as \{"family": …\}/],
  [{ xaxis: { rangeslider: false } }, 'xaxis.rangeslider', /such as \{"visible": false\}/],
  [{ legend: false }, 'legend', /to show or hide it send layout\.showlegend/],
])('and one of the layout: %j', (members, path, message) => {
  isToldAt('', layout(members), `layout.${path}`, message)
})
