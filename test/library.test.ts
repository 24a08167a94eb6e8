/** Wrong options of the library, told before anything is drawn. What it draws is in test/cli/package.test.ts. */

import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createRenderer, type FigureRenderer } from '../src/library.ts'

let renderer: FigureRenderer
beforeAll(() => {
  renderer = createRenderer()
})
afterAll(() => renderer.close())

test.each([0, -1, 2.5, Number.NaN, 257])('%d is no number of workers', workers => {
  expect(() => createRenderer({ workers })).toThrow('workers: must be a whole number from 1 to 256')
})

test.each([
  [{ format: 'bmp' }, 'format: must be one of png, svg, webp, jpeg, pdf, html'],
  [{ format: 5 }, 'format: must be one of png, svg, webp, jpeg, pdf, html'],
  [{ widht: 300 }, 'widht: there is no such parameter; did you mean width?'],
  [{ width: 1 }, 'width: must be a whole number from 10 to 20000'],
])('%j is refused', async (options, message) => {
  // As programs without types write them.
  const given = options as object
  await expect(renderer.render({ data: [] }, given)).rejects.toMatchObject({
    code: 'invalid_parameter',
    message,
  })
})
