/**
 * Builds the scripts of the charting library's parts. A published package contains them; a checkout builds each when a
 * page first needs it, and keeps it until the library or this code changes.
 */

import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join, relative } from 'node:path'
import { isPackaged } from '../package-files.ts'
import type { PartName } from '../plotly/library-parts.ts'
import { cachedScript, projectRoot } from './script-cache.ts'

/** The text of a part's script. */
export const libraryScript = (name: PartName): Promise<string> =>
  isPackaged
    ? readFile(join(import.meta.dirname, '..', 'library', `${name}.js`), 'utf8')
    : bundledLibraryScript(name)

/** Builds the script from the library's sources, which takes seconds. */
export async function bundledLibraryScript(name: PartName): Promise<string> {
  const { bundleLibraryPart } = await import('./library/library-script.ts')
  return cachedScript(`library-${name}`, versions(), async () => {
    const { code } = await bundleLibraryPart(name)
    return { code, inputs: makers() }
  })
}

/** The sources that determine how a part is built, beside the library and the bundler. */
const makers = (): string[] => [
  ...globSync('library/*.ts', { cwd: import.meta.dirname }).map(file =>
    relative(projectRoot, join(import.meta.dirname, file)),
  ),
  'src/plotly/library-parts.ts',
]

function versions(): string {
  const require = createRequire(import.meta.url)
  const versionOf = (name: string) => (require(`${name}/package.json`) as { version: string }).version
  return ['plotly.js', 'esbuild'].map(versionOf).join()
}
