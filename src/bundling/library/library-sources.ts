/** Prepares the charting library's sources for bundling in parts. */

import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { OnLoadResult, Plugin } from 'esbuild'
import { libraryParts, type PartName, partNames } from '../../plotly/library-parts.ts'
import { stripDescriptions } from './strip-descriptions.ts'

export const librarySources = (part: PartName): Plugin => ({
  name: 'library-sources',
  setup(build) {
    build.onLoad({ filter: /plotly\.js\/src\/.*\.js$/ }, async ({ path }): Promise<OnLoadResult> => {
      const name = nameOf(path)
      const deferred = part === 'shapes' ? undefined : deferredModules[name]
      if (deferred !== undefined) return { contents: deferred }
      const source = await readFile(path, 'utf8')
      return { contents: stripDescriptions(lighten[name]?.(source) ?? source) }
    })
    // It fills a gap of browsers from before promises.
    build.onResolve({ filter: /^native-promise-only$/ }, () => ({ path: 'empty', namespace: 'empty' }))
    build.onLoad({ filter: /./, namespace: 'empty' }, () => ({ contents: '' }))
    // Style sheets of maps: the part that draws them brings them, the rest of the library only names them.
    build.onLoad({ filter: /\.css$/ }, async ({ path, suffix }): Promise<OnLoadResult> => {
      if (suffix !== styleSuffix) return { contents: '' }
      const css = await readFile(path, 'utf8')
      const { code } = await build.esbuild.transform(css, { loader: 'css', minify: true })
      const element = 'document.head.appendChild(document.createElement("style"))'
      return { contents: `${element}.textContent=${JSON.stringify(code)}` }
    })
  },
})

/** What tools for drawing and selecting are called by, in scripts that do without: nothing, until their part is there. */
const deferredModules: Readonly<Record<string, string>> = {
  'components/selections/index.js': `const { getComponentMethod } = require('../../registry')
for (const name of ['prepSelect', 'selectOnClick', 'clearSelectionsCache'])
  exports[name] = (...given) => getComponentMethod('selections', name)(...given)
exports.clearOutline = require('../shapes/handle_outline').clearOutline`,
  'components/shapes/draw.js': `const { getComponentMethod } = require('../../registry')
exports.eraseActiveShape = plot => getComponentMethod('shapes', 'eraseActiveShape')(plot)`,
}

/** Behind the path of a style sheet that a script shall bring. */
export const styleSuffix = '?style'

/** Whether scripts have something of their own in a module's place. */
export const isDeferred = (path: string): boolean => nameOf(path) in deferredModules

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/src/') + '/src/'.length)

/** No page checks figures or makes templates of them. */
const leaveOutChecks = (api: string): string =>
  api.replace("exports.validate = require('./validate');", '').replace(/var templateApi = [\s\S]*$/, '')

const lighten: Readonly<Record<string, (source: string) => string>> = {
  'core.js': leaveOutParts,
  'plot_api/index.js': leaveOutChecks,
}

/**
 * The library's core registers every component; those of parts are registered when their part is loaded. Until then
 * something without abilities holds the place of each, in whose order defaults are found and figures drawn.
 */
function leaveOutParts(core: string): string {
  return partNames
    .flatMap(name => libraryParts[name].components)
    .reduce((source, component) => {
      const place = `require('${component.replace('plotly.js/src', '.')}')`
      // A component that stands elsewhere is none of the core.
      return source.replace(place, placeholder(basename(component)))
    }, core)
}

/** Other components count what is in a list of it. */
const placeholder = (name: string): string =>
  `{moduleType:'component',name:'${name}',supplyLayoutDefaults:(_,layout)=>{layout['${name}']=[]}}`
