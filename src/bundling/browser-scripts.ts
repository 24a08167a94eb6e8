/**
 * Bundles and minifies the scripts of src/browser, each into one file. A published package contains them; a checkout
 * builds them when they are first needed, and keeps them until a source changes.
 */

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { memoize } from '../async/memoize.ts'
import { isPackaged } from '../package-files.ts'
import { bundle } from './esbuild.ts'
import { cachedScript, projectRoot } from './script-cache.ts'

interface Entry {
  readonly source: string
  readonly target: readonly string[]
  readonly format?: 'iife' | 'esm'
}

/** The entry point of each script below src/browser, and the oldest browsers it supports. */
const entries = {
  // Runs in the browser that comes with the package.
  renderer: { source: 'renderer/main.ts', target: ['chrome130'] },
  // Loaded before the charting library of the viewer's page.
  figure: { source: 'figure/main.ts', target: ['es2022'] },
  viewer: { source: 'viewer/main.ts', target: ['es2022'] },
  // Imported by the viewer on demand.
  table: { source: 'table/main.ts', target: ['es2022'] },
  sharing: { source: 'sharing/main.ts', target: ['es2022'], format: 'esm' },
  following: { source: 'following/main.ts', target: ['es2022'], format: 'esm' },
  // For pages of other sites.
  embed: { source: 'embed/main.ts', target: ['es2022'] },
  account: { source: 'account/main.ts', target: ['es2022'] },
  share: { source: 'share/main.ts', target: ['es2022'] },
  preview: { source: 'preview/main.ts', target: ['es2022'] },
} as const satisfies Readonly<Record<string, Entry>>

export type BrowserScript = keyof typeof entries

export const browserScripts = Object.keys(entries) as BrowserScript[]

/** The text of a script, built once per process. A failed build is tried again. */
export const browserScript = memoize((name: BrowserScript) =>
  isPackaged ? readFile(packagedFile(name), 'utf8') : bundledScript(name),
)

const packagedFile = (name: BrowserScript) => join(import.meta.dirname, '..', 'browser', `${name}.js`)

/** Builds the script from its sources. */
export function bundledScript(name: BrowserScript): Promise<string> {
  const options = bundleOptions(name)
  return cachedScript(name, options.target.join(), () => bundle(options))
}

/** The options for the bundler. */
export function bundleOptions(name: BrowserScript) {
  const { source, target, format }: Entry = entries[name]
  return {
    absWorkingDir: projectRoot,
    entryPoints: [join('src', 'browser', source)],
    target: [...target],
    ...(format && { format }),
    // The settings of that folder are for type checks and name no output.
    tsconfigRaw: {},
  }
}
