/** Prepares the charting library's sources for bundling in parts. */

import { readFile } from 'node:fs/promises'
import type { OnLoadResult, Plugin } from 'esbuild'
import { libraryParts, partNames } from '../../plotly/library-parts.ts'
import { stripDescriptions } from './strip-descriptions.ts'

export const librarySources: Plugin = {
  name: 'library-sources',
  setup(build) {
    build.onLoad({ filter: /plotly\.js\/src\/.*\.js$/ }, async ({ path }): Promise<OnLoadResult> => {
      const source = await readFile(path, 'utf8')
      return { contents: stripDescriptions(path.endsWith('/src/core.js') ? leaveOutParts(source) : source) }
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
}

/** Behind the path of a style sheet that a script shall bring. */
export const styleSuffix = '?style'

/** The library's core registers every component; those of parts are registered when their part is loaded. */
function leaveOutParts(core: string): string {
  return partNames
    .flatMap(name => libraryParts[name].components)
    .reduce((source, component) => {
      const line = `    require('${component.replace('plotly.js/src', '.')}'),\n`
      // A component that stands elsewhere is none of the core.
      return source.replace(line, '')
    }, core)
}
