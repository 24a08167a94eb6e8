/**
 * The assets of graph pages: the charting library in parts, MathJax, base maps and the page's own scripts. Each has a hash in
 * its name and is read on demand.
 */

import { createHash } from 'node:crypto'
import { createRequire } from 'node:module'
import { memoize } from '../../../async/memoize.ts'
import { browserScript } from '../../../bundling/browser-scripts.ts'
import { libraryScript } from '../../../bundling/library-scripts.ts'
import { type Asset, makeAsset } from '../../../http/representations/static-asset.ts'
import { packageFile } from '../../../package-files.ts'
import { editPart } from '../../../plotly/edits/part-edits.ts'
import { secureLibrary } from '../../../plotly/edits/safety-edits.ts'
import { type PartName, partNames } from '../../../plotly/library-parts.ts'
import { plotlyLocales } from '../../../plotly/locales.generated.ts'
import { mathScript } from '../../../plotly/mathjax.ts'
import { addedTranslations } from '../../../plotly/translations/translations.ts'

export interface Library {
  part(name: PartName): Promise<Asset>
  /** The library part of an asset's file name; null for other names. */
  partOf(file: string): PartName | null
  math(): Promise<Asset>
  /** The page's own script. */
  readonly page: Asset
  /** Scripts that pages load on demand: the data table and the options of the Embed menu. */
  readonly table: Asset
  readonly sharing: Asset
  /** The script that follows a graph to its new versions. */
  readonly following: Asset
  /** The script for pages that embed graphs. */
  readonly embed: Asset
  /** The script of the preview frame. */
  readonly preview: Asset
  /** The charting library's translation as JSON, for a language such as `de` or `pt-br`. Null if it has none. */
  words(language: string): string | null
  /** Part of the addresses of maps, which change only with the charting library. */
  readonly version: string
  /** Part of the addresses of translations, which change with the words that the charting library lacks, too. */
  readonly wordsVersion: string
}

const require = createRequire(import.meta.url)
const plotlyVersion: string = require('plotly.js/package.json').version

/** In a checkout these are bundled at start, so that no request has to wait. */
const [figureScript, pageScript, tableScript, sharingScript, followingScript, embedScript, previewScript] =
  await Promise.all([
    browserScript('figure'),
    browserScript('viewer'),
    browserScript('table'),
    browserScript('sharing'),
    browserScript('following'),
    browserScript('embed'),
    browserScript('preview'),
  ])

export function createLibrary(): Library {
  const part = memoize(async (name: PartName) => {
    const script = await libraryScript(name)
    const styled = editPart(script)
    // Must run before the rest of the library, which may create elements.
    const code = name === 'core' ? `${figureScript};${secureLibrary(styled)}` : styled
    return makeAsset(`plotly-${name}-${plotlyVersion}`, 'js', compiledAhead(code))
  })
  // The full build, which never loads extensions by address.
  const math = memoize<void, Asset>(async () => makeAsset('mathjax', 'js', await mathScript('tex-svg-full')))

  return {
    part,
    partOf: file => partNames.find(name => file.startsWith(`plotly-${name}-`)) ?? null,
    math,
    page: makeAsset('page', 'js', compiledAhead(pageScript)),
    table: makeAsset('table', 'js', tableScript),
    sharing: makeAsset('sharing', 'js', sharingScript),
    following: makeAsset('following', 'js', followingScript),
    embed: makeAsset('embed', 'js', embedScript),
    preview: makeAsset('preview', 'js', previewScript),
    words(language) {
      if (!plotlyLocales.includes(language)) return null
      // A regional translation contains only the differences from its language.
      const [base = ''] = language.split('-')
      const names = [base, language].filter(name => plotlyLocales.includes(name))
      // The library's own words go first.
      return JSON.stringify(Object.assign({}, ...names.map(addedTranslations), ...names.map(readWords)))
    },
    version: plotlyVersion,
    wordsVersion: `${plotlyVersion}-${fingerprint(plotlyLocales.map(addedTranslations))}`,
  }
}

/**
 * Tells browsers to compile the whole script while it loads. Drawing a figure calls most of its functions, and compiling each
 * of them at its first call would take longer than everything else.
 */
const compiledAhead = (code: string): string => `//# allFunctionsCalledOnLoad\n${code}`

const fingerprint = (words: unknown): string =>
  createHash('sha256').update(JSON.stringify(words)).digest('base64url').slice(0, 10)

const readWords = (language: string): object =>
  (require(packageFile('plotly.js', 'lib', 'locales', `${language}.js`)) as { dictionary: object }).dictionary
