/** How large the canvases of WebGL are. */

import { expect, test } from '@jest/globals'
import { pixelRatioOf } from '../../../src/browser/renderer/pixel-ratio.ts'

const parallel = { type: 'parcoords' }
const size = (width: number, height: number) => ({ width, height })

test.each([
  ['parallel coordinates', [parallel], size(3_400, 3_400), 2],
  ['large parallel coordinates', [parallel, parallel], size(4_000, 4_000), 1],
  ['large parallel coordinates with others', [parallel, { type: 'scattergl' }], size(6_000, 6_000), 2],
  ['others', [{}, { type: 'scatter3d' }], size(6_000, 6_000), 2],
])('the canvases of %s are so many times as large as the image', (_, data, layout, ratio) => {
  expect(pixelRatioOf({ data, layout })).toBe(ratio)
})
