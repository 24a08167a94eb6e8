/** Prepares the charting library's sources for bundling in parts. */

import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { OnLoadResult, Plugin } from 'esbuild'
import { libraryParts, type PartName, partNames } from '../../plotly/library-parts.ts'
import { stripDescriptions } from './strip-descriptions.ts'

/**
 * For the bundle of that part: modules that another part brings are deferred to it, prose of the schema is left out.
 */
export const librarySources = (part: PartName): Plugin => ({
  name: 'library-sources',
  setup(build) {
    build.onLoad({ filter: /plotly\.js\/src\/.*\.js$/ }, async ({ path }): Promise<OnLoadResult> => {
      const name = nameOf(path)
      const deferred = deferredModules[name]
      if (deferred && deferred.part !== part) return { contents: deferred.until }
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

interface DeferredModule {
  /** Which has the module itself. */
  readonly part: PartName
  /** What other scripts have in its place: it does nothing until that part is there. */
  readonly until: string
}

/** Tools for drawing and selecting, and the buttons on a plot. */
const deferredModules: Readonly<Record<string, DeferredModule>> = {
  'components/selections/index.js': {
    part: 'shapes',
    until: `const { getComponentMethod } = require('../../registry')
for (const name of ['prepSelect', 'selectOnClick', 'clearSelectionsCache'])
  exports[name] = (...given) => getComponentMethod('selections', name)(...given)
exports.clearOutline = require('../shapes/handle_outline').clearOutline`,
  },
  'components/shapes/draw.js': {
    part: 'shapes',
    until: `const { getComponentMethod } = require('../../registry')
exports.eraseActiveShape = plot => getComponentMethod('shapes', 'eraseActiveShape')(plot)`,
  },
  'components/modebar/manage.js': {
    part: 'modebar',
    until: `const { getComponentMethod } = require('../../registry')
module.exports = plot => getComponentMethod('modebarButtons', 'manage')(plot)`,
  },
}

/** Behind the path of a style sheet that a script shall bring. */
export const styleSuffix = '?style'

/** Whether scripts have something of their own in a module's place. */
export const isDeferred = (path: string): boolean => nameOf(path) in deferredModules

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/src/') + '/src/'.length)

/** Whoever wants the buttons' pictures gets them with the buttons. */
const leaveOutIcons = (core: string): string =>
  core.replace("exports.Icons = require('./fonts/ploticon');", '')

/** It names the buttons in its descriptions alone. */
const leaveOutButtons = (attributes: string): string =>
  attributes.replace('const constants_1 = __importDefault(require("./constants"));', '')

/** No page checks figures or makes templates of them. */
const leaveOutChecks = (api: string): string =>
  api.replace("exports.validate = require('./validate');", '').replace(/var templateApi = [\s\S]*$/, '')

const lighten: Readonly<Record<string, (source: string) => string>> = {
  'core.js': core => leaveOutParts(leaveOutIcons(core)),
  'plot_api/index.js': leaveOutChecks,
  'components/modebar/attributes.js': leaveOutButtons,
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

/** What belongs to traces stands in no layout; of the others, components count what is in a list of it. */
const placeholder = (name: string): string =>
  ['colorbar', 'errorbars'].includes(name)
    ? `{moduleType:'component',name:'${name}'}`
    : `{moduleType:'component',name:'${name}',supplyLayoutDefaults:(_,layout)=>{layout['${name}']=[]}}`
