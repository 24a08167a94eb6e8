/** The charting library as render pages run it. */

import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { isPackaged, packageFile } from '../package-files.ts'
import { tuneLibrary } from '../plotly/patches.ts'
import { secureLibrary } from '../plotly/safety-edits.ts'
import { cachedScript } from './script-cache.ts'

const require = createRequire(import.meta.url)

/** The whole of it in one script, with its edits: made ahead, since making them takes a quarter of a second. */
export const rendererLibrary = (): Promise<string> =>
  isPackaged
    ? readFile(join(import.meta.dirname, '..', 'library', 'renderer.js'), 'utf8')
    : editedRendererLibrary()

/** From the library's package. */
export function editedRendererLibrary(): Promise<string> {
  const { version }: { version: string } = require('plotly.js/package.json')
  return cachedScript('renderer-library', version, async () => {
    const whole = await readFile(packageFile('plotly.js', 'dist', 'plotly-strict.min.js'), 'utf8')
    return {
      code: tuneLibrary(secureLibrary(whole)),
      inputs: ['src/plotly/patches.ts', 'src/plotly/safety-edits.ts'],
    }
  })
}
