/** Draws the images of the landing page's example. Run it when the example or the default style has changed. */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { defaultLook } from '../../src/domain/image/look.ts'
import { createRenderer } from '../../src/rendering/renderer.ts'
import { exampleGraph, exampleSize } from '../../src/web/site/example/example.ts'

const folder = join(import.meta.dirname, '..', '..', 'src', 'web', 'site', 'example')
const renderer = createRenderer({
  workers: 1,
  browserPath: process.env.BROWSER_PATH ?? null,
  sandbox: 'auto',
})
try {
  for (const theme of ['light', 'dark'] as const) {
    const look = { ...defaultLook, ...exampleSize, theme: theme === 'dark' ? theme : null }
    const { images } = await renderer.draw({
      figure: async () => exampleGraph.figure,
      formats: ['svg'],
      look,
      priority: 'waiting',
    }).result
    const svg = images.get('svg')
    if (!svg) throw new Error('no picture came back')
    writeFileSync(join(folder, `${theme}.svg`), svg)
    console.log(`${theme}.svg ${svg.byteLength} bytes`)
  }
} finally {
  await renderer.close()
}
