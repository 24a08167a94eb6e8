/**
 * The code of the pages: the charting library in parts, TeX, base maps and the page's own script. Each is an
 * asset with a hash in its name, read when it is first needed.
 */

import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { createContext, Script } from 'node:vm'
import { memoize } from '../../async/memoize.ts'
import { browserScript } from '../../bundling/browser-scripts.ts'
import { libraryScript } from '../../bundling/library-scripts.ts'
import { type Asset, makeAsset } from '../../http/static-asset.ts'
import { packageFile } from '../../package-files.ts'
import { type PartName, partNames } from '../../plotly/library-parts.ts'
import { plotlyLocales } from '../../plotly/locales.generated.ts'
import { mathScript } from '../../plotly/mathjax.ts'
import { editPart } from '../../plotly/part-edits.ts'
import { secureLibrary } from '../../plotly/safety-edits.ts'

export interface Library {
  part(name: PartName): Promise<Asset>
  /** The part that an asset of that file name would be; null for other names. */
  partOf(file: string): PartName | null
  math(): Promise<Asset>
  /** The page's own script. */
  readonly page: Asset
  /** Scripts that pages load when they are wanted: the data table, the choices of the Embed menu. */
  readonly table: Asset
  readonly sharing: Asset
  /** For pages of other sites that embed graphs. */
  readonly embed: Asset
  /** The script of the preview frame. */
  readonly preview: Asset
  /** The base maps, each under the name by which the charting library asks for it: `world_110m`. */
  maps(): Promise<ReadonlyMap<string, string>>
  /** The charting library's own words in another language, as JSON: `de`, `pt-br`. Null where it has none. */
  words(language: string): string | null
  /** Part of the addresses of maps and words: they change with the charting library alone. */
  readonly version: string
}

const require = createRequire(import.meta.url)
const plotlyVersion: string = require('plotly.js/package.json').version

/** A checkout bundles them now, so that no reader waits for it. */
const [figureScript, pageScript, tableScript, sharingScript, embedScript, previewScript] = await Promise.all([
  browserScript('figure'),
  browserScript('viewer'),
  browserScript('table'),
  browserScript('sharing'),
  browserScript('embed'),
  browserScript('preview'),
])

export function createLibrary(): Library {
  const plotlyFile = (name: string) => readFile(packageFile('plotly.js', 'dist', name), 'utf8')

  const part = memoize(async (name: PartName) => {
    const script = await libraryScript(name)
    const styled = editPart(script)
    // The library never runs without: what follows its core may make elements.
    const code = name === 'core' ? `${figureScript};${secureLibrary(styled)}` : styled
    return makeAsset(`plotly-${name}-${plotlyVersion}`, 'js', compiledAhead(code))
  })
  // The full one: it never asks for an extension by address.
  const math = memoize<void, Asset>(async () => makeAsset('mathjax', 'js', await mathScript('tex-svg-full')))
  const maps = memoize<void, ReadonlyMap<string, string>>(async () =>
    readMaps(await plotlyFile('plotly-geo-assets.js')),
  )

  return {
    part,
    partOf: file => partNames.find(name => file.startsWith(`plotly-${name}-`)) ?? null,
    math,
    page: makeAsset('page', 'js', compiledAhead(pageScript)),
    table: makeAsset('table', 'js', tableScript),
    sharing: makeAsset('sharing', 'js', sharingScript),
    embed: makeAsset('embed', 'js', embedScript),
    preview: makeAsset('preview', 'js', previewScript),
    maps,
    words(language) {
      if (!plotlyLocales.includes(language)) return null
      // A country's file has only what differs from its language's.
      const [base = ''] = language.split('-')
      const names = [base, language].filter(name => plotlyLocales.includes(name))
      return JSON.stringify(Object.assign({}, ...names.map(readWords)))
    },
    version: plotlyVersion,
  }
}

/**
 * Tells browsers to compile the whole of a script while it arrives, beside the page's own work: drawing a figure calls
 * most of it, and compiling each function when it is called takes longer than all else that is done.
 */
const compiledAhead = (code: string): string => `//# allFunctionsCalledOnLoad\n${code}`

const readWords = (language: string): object =>
  (require(packageFile('plotly.js', 'lib', 'locales', `${language}.js`)) as { dictionary: object }).dictionary

/** The library ships its maps as one script; run apart from everything, it leaves them behind as an object. */
function readMaps(script: string): ReadonlyMap<string, string> {
  const window: { Plotly?: { topojson: Record<string, unknown> } } = {}
  new Script(script).runInContext(createContext({ window }))
  const maps = Object.entries(window.Plotly?.topojson ?? {})
  if (maps.length === 0) throw new Error('the charting library came without its maps')
  return new Map(maps.map(([name, map]) => [name, JSON.stringify(map)]))
}
