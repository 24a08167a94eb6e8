/** Figures as other programs write them. */

import { test } from '@jest/globals'
import { isToldAt, type Slip, trace, y } from './mistake.ts'

test.each<Slip>([
  [
    'a frame that is a trace',
    { data: [{ y }], frames: [{ y }] },
    'frames[0].y',
    /attributes of a frame are data/,
  ],
  [
    "R's values in arrays of one",
    { data: [{ type: ['bar'], y }] },
    'data[0].type',
    /without brackets \(in R: toJSON/,
  ],
  ["R's attributes in arrays of one", trace({ mode: ['lines'] }), 'data[0].mode', /without brackets/],
  [
    'what a notebook shows',
    { 'application/vnd.plotly.v1+json': { data: [] } },
    '$["application/vnd.plotly.v1+json"]',
    /send that object alone/,
  ],
  [
    "a notebook's output",
    { data: { 'application/vnd.plotly.v1+json': { data: [] } } },
    'data',
    /output of a notebook/,
  ],
])('a figure as another program writes it is told: %s', isToldAt)
