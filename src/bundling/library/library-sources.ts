/** Prepares the charting library's sources for bundling in parts. */

import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { OnLoadResult, Plugin } from 'esbuild'
import { libraryParts, type PartName, partNames } from '../../plotly/library-parts.ts'
import { stripDescriptions } from './strip-descriptions.ts'

/**
 * For the bundle of `part`: replaces modules that another part contains by stubs, and removes prose from the schema.
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
    // A polyfill for browsers without promises.
    build.onResolve({ filter: /^native-promise-only$/ }, () => ({ path: 'empty', namespace: 'empty' }))
    build.onLoad({ filter: /./, namespace: 'empty' }, () => ({ contents: '' }))
    // Style sheets of maps: only the part that draws maps contains them.
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
  /** The part that contains the module. */
  readonly part: PartName
  /** The stub in other scripts, which does nothing until that part is loaded. */
  readonly until: string
}

/** Tools for drawing and selecting, and the buttons of a plot. */
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

/** Appended to the path of a style sheet that is to be included in a script. */
export const styleSuffix = '?style'

/** Whether a module is replaced by a stub. */
export const isDeferred = (path: string): boolean => nameOf(path) in deferredModules

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/src/') + '/src/'.length)

/** The icons of the buttons come with the buttons. */
const leaveOutIcons = (core: string): string =>
  core.replace("exports.Icons = require('./fonts/ploticon');", '')

/** The buttons are only named in descriptions here. */
const leaveOutButtons = (attributes: string): string =>
  attributes.replace('const constants_1 = __importDefault(require("./constants"));', '')

/** Pages neither validate figures nor create templates. */
const leaveOutChecks = (api: string): string =>
  api.replace("exports.validate = require('./validate');", '').replace(/var templateApi = [\s\S]*$/, '')

const lighten: Readonly<Record<string, (source: string) => string>> = {
  'core.js': core => leaveOutParts(leaveOutIcons(core)),
  'plot_api/index.js': leaveOutChecks,
  'components/modebar/attributes.js': leaveOutButtons,
}

/**
 * The library's core registers every component. Components of other parts are registered when their part is loaded;
 * until then a placeholder without functions keeps their position, since defaults and drawing follow the order of
 * registration.
 */
function leaveOutParts(core: string): string {
  return partNames
    .flatMap(name => libraryParts[name].components)
    .reduce((source, component) => {
      const place = `require('${component.replace('plotly.js/src', '.')}')`
      // A component that is not in the folder of components does not belong to the core.
      return source.replace(place, placeholder(basename(component)))
    }, core)
}

/** Components of traces have no place in layouts. The others count the items of a list in the layout. */
const placeholder = (name: string): string =>
  ['colorbar', 'errorbars'].includes(name)
    ? `{moduleType:'component',name:'${name}'}`
    : `{moduleType:'component',name:'${name}',supplyLayoutDefaults:(_,layout)=>{layout['${name}']=[]}}`
