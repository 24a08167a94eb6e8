/** How large the canvases of WebGL are. */

import { expect, test } from '@jest/globals'
import { pixelRatioOf } from '../../../src/browser/renderer/pixel-ratio.ts'

const parallel = { type: 'parcoords' }
const points = { type: 'scattergl' }
const size = (width: number, height: number) => ({ width, height })

test.each([
  ['parallel coordinates', [parallel], size(3_400, 3_400), 2],
  ['large parallel coordinates', [parallel, parallel], size(4_000, 4_000), 1],
  ['points', [{}, points], size(3_600, 3_600), 2],
  ['large points', [points, parallel], size(6_000, 6_000), 1],
  ['long rows of points', [points], size(4_096, 100), 2],
  ['longer rows of points', [points], size(4_097, 100), 1],
  ['very high columns of points', [points], size(100, 16_384), 0.5],
  ['others', [{}, { type: 'scatter3d' }], size(6_000, 6_000), 2],
])('the canvases of %s are so many times as large as the image', (_, data, layout, ratio) => {
  expect(pixelRatioOf({ data, layout })).toBe(ratio)
})
