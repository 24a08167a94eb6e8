/**
 * The charting library's outlines of countries, by their names, such as `world_110m`. Its package has all of them in one
 * script of 5 MB, which takes seconds to run. A published package contains each as a file; a checkout reads the script
 * once, and keeps the maps until the library changes.
 */

import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { createContext, Script } from 'node:vm'
import { memoize } from '../async/memoize.ts'
import { isPackaged, packageFile } from '../package-files.ts'
import { cachedScript } from './script-cache.ts'

/** The TopoJSON text of a base map; null if the library has none of that name. */
export async function baseMap(name: string): Promise<string | null> {
  if (!/^[a-z-]+_\d+m$/.test(name)) return null
  return isPackaged ? packagedMap(name) : ((await bundledBaseMaps())[name] ?? null)
}

const packagedMap = (name: string): Promise<string | null> =>
  readFile(join(import.meta.dirname, '..', 'library', 'maps', `${name}.json`), 'utf8').catch(() => null)

/** All of them, read from the library's package. */
export const bundledBaseMaps = memoize<void, Readonly<Record<string, string>>>(async () => {
  const { version }: { version: string } = createRequire(import.meta.url)('plotly.js/package.json')
  const maps = await cachedScript('base-maps', version, async () => ({
    code: JSON.stringify(
      readMaps(await readFile(packageFile('plotly.js', 'dist', 'plotly-geo-assets.js'), 'utf8')),
    ),
    inputs: ['src/bundling/base-maps.ts'],
  }))
  return JSON.parse(maps) as Record<string, string>
})

/** Runs the script in an isolated context. */
function readMaps(script: string): Readonly<Record<string, string>> {
  const window: { Plotly?: { topojson: Record<string, unknown> } } = {}
  new Script(script).runInContext(createContext({ window }))
  const maps = Object.entries(window.Plotly?.topojson ?? {})
  if (maps.length === 0) throw new Error('the charting library came without its maps')
  return Object.fromEntries(maps.map(([name, map]) => [name, JSON.stringify(map)]))
}
