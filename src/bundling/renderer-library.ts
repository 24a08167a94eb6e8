/**
 * The charting library as render pages run it: with our edits, which are applied once because that takes a tenth of a
 * second.
 */

import { createHash } from 'node:crypto'
import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { isPackaged, packageFile } from '../package-files.ts'
import { editPart } from '../plotly/edits/part-edits.ts'
import { tuneLibrary } from '../plotly/edits/render-edits.ts'
import { secureLibrary } from '../plotly/edits/safety-edits.ts'
import type { PartName } from '../plotly/library-parts.ts'
import { libraryScript } from './library-scripts.ts'
import { cachedScript, projectRoot } from './script-cache.ts'

const require = createRequire(import.meta.url)

/** The complete library in one script. */
export const rendererLibrary = (): Promise<string> =>
  isPackaged ? packagedScript('renderer') : editedRendererLibrary()

/**
 * The parts that draw a single figure without scenes and maps: a page with these opens in a third of the time. Of the
 * parts, only the core contains places for edits other than of style.
 */
export async function rendererLibraryOf(parts: readonly PartName[]): Promise<string> {
  const core = () => (isPackaged ? packagedScript('renderer-core') : editedRendererCore())
  const other = async (part: PartName) => editPart(await libraryScript(part))
  const scripts = await Promise.all(parts.map(part => (part === 'core' ? core() : other(part))))
  return scripts.join(';\n')
}

const packagedScript = (name: string) =>
  readFile(join(import.meta.dirname, '..', 'library', `${name}.js`), 'utf8')

/** The files that contain the edits. */
const makers = (): string[] => [
  'src/bundling/renderer-library.ts',
  ...globSync('src/plotly/edits/*.ts', { cwd: projectRoot }).sort(),
]

/** Edits the script of the library's package. */
export function editedRendererLibrary(): Promise<string> {
  const { version }: { version: string } = require('plotly.js/package.json')
  return editedScript('renderer-library', version, () =>
    readFile(packageFile('plotly.js', 'dist', 'plotly-strict.min.js'), 'utf8'),
  )
}

/** Edits the core that pages load. */
export async function editedRendererCore(): Promise<string> {
  const core = await libraryScript('core')
  const hash = createHash('sha256').update(core).digest('base64url')
  return editedScript('renderer-core', hash, async () => core)
}

const editedScript = (name: string, key: string, read: () => Promise<string>) =>
  cachedScript(name, [key, ...makers()].join(), async () => ({
    code: inLatin1(tuneLibrary(secureLibrary(editPart(await read())))),
    inputs: makers(),
  }))

/**
 * The same program with its few characters beyond Latin-1 escaped. With them, the browser would keep two bytes for each
 * of its five million characters.
 */
const inLatin1 = (script: string) =>
  script.replace(/[^\0-\xff]/g, char => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
