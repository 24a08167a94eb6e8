/** The charting library as render pages run it. */

import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { isPackaged, packageFile } from '../package-files.ts'
import type { PartName } from '../plotly/library-parts.ts'
import { tuneLibrary } from '../plotly/patches.ts'
import { secureLibrary } from '../plotly/safety-edits.ts'
import { styleLibrary } from '../plotly/style-edits.ts'
import { libraryScript } from './library-scripts.ts'
import { cachedScript } from './script-cache.ts'

const require = createRequire(import.meta.url)

/** The whole of it in one script, with its edits: made ahead, since making them takes a quarter of a second. */
export const rendererLibrary = (): Promise<string> =>
  isPackaged
    ? readFile(join(import.meta.dirname, '..', 'library', 'renderer.js'), 'utf8')
    : editedRendererLibrary()

/** The parts that draw one figure, with the same edits: a page that draws no other opens in a third of the time. */
export async function rendererLibraryOf(parts: readonly PartName[]): Promise<string> {
  const [core = '', ...others] = await Promise.all(parts.map(libraryScript))
  return tuneLibrary([secureLibrary(styleLibrary(core)), ...others.map(styleLibrary)].join(';\n'))
}

/** What makes the edits. */
const makers = ['patches', 'repeated-work', 'library-edit', 'safety-edits', 'style-edits'].map(
  name => `src/plotly/${name}.ts`,
)

/** From the library's package. */
export function editedRendererLibrary(): Promise<string> {
  const { version }: { version: string } = require('plotly.js/package.json')
  return cachedScript('renderer-library', [version, ...makers].join(), async () => {
    const whole = await readFile(packageFile('plotly.js', 'dist', 'plotly-strict.min.js'), 'utf8')
    return { code: tuneLibrary(secureLibrary(styleLibrary(whole))), inputs: makers }
  })
}
