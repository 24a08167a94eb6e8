/** Builds the script of one part of the charting library. */

import { isAbsolute, join } from 'node:path'
import type { BuildOptions, Metafile } from 'esbuild'
import { memoize } from '../../async/memoize.ts'
import { libraryParts, type PartName, partNames, withNeeds } from '../../plotly/library-parts.ts'
import { type Bundle, bundle } from '../esbuild.ts'
import { projectRoot } from '../script-cache.ts'
import { isDeferred, librarySources, styleSuffix } from './library-sources.ts'
import { lighterModules } from './lighter-modules.ts'
import { exposeModules, takeSharedModules } from './share-modules.ts'

/** Bundles the library's own modules. Modules of other parts are taken from the scripts of those parts. */
export async function bundleLibraryPart(name: PartName): Promise<Bundle> {
  const shared = new Set((await Promise.all(needsOf(name).map(modulesOf))).flat())
  const handedOut = isNeeded(name) ? await modulesOf(name) : []
  return bundle(optionsFor(name, exposeModules(projectRoot, handedOut), shared))
}

const needsOf = (name: PartName) => withNeeds([name]).filter(each => each !== name)
const isNeeded = (name: PartName) => partNames.some(each => libraryParts[each].needs.includes(name))

/** The modules of a part that other parts can use, as absolute paths in alphabetical order. */
const modulesOf = memoize(async (name: PartName): Promise<string[]> => {
  const shared = new Set((await Promise.all(needsOf(name).map(modulesOf))).flat())
  const { metafile } = await bundle({ ...optionsFor(name, '', shared), minify: false })
  return shareable(metafile).sort()
})

/** CommonJS modules, and other modules that one of those requires as a whole: their exports are known at run time. */
function shareable({ inputs }: Metafile): string[] {
  const required = new Set(
    Object.values(inputs).flatMap(({ imports }) =>
      imports.filter(({ kind }) => kind === 'require-call').map(({ path }) => path),
    ),
  )
  return Object.entries(inputs)
    .filter(
      ([path, { format, bytes }]) =>
        /^node_modules\//.test(path) &&
        !isDeferred(path) &&
        bytes > 0 &&
        (format === 'cjs' || required.has(path)),
    )
    .filter(([path]) => path.endsWith('.js') || path.endsWith('.cjs') || path.endsWith('.mjs'))
    .map(([path]) => (isAbsolute(path) ? path : join(projectRoot, path)))
}

function optionsFor(name: PartName, handedOut: string, shared: ReadonlySet<string>): BuildOptions {
  return {
    absWorkingDir: projectRoot,
    stdin: { contents: entryOf(name) + handedOut, resolveDir: projectRoot, sourcefile: `${name}.js` },
    target: ['es2022'],
    // As in the library's own build.
    define: { global: 'window', 'define.amd': 'false', 'process.env.NODE_DEBUG': 'false' },
    alias: { regl: '@plotly/regl' },
    plugins: [takeSharedModules(projectRoot, shared), lighterModules, librarySources(name)],
  }
}

const shapes = 'plotly.js/src/components/shapes'

/** Plots that have already been drawn get their buttons now. */
const modebar = `const manage=require('plotly.js/src/components/modebar/manage');
window.Plotly.register({moduleType:'component',name:'modebarButtons',manage});
for(const plot of document.querySelectorAll('.js-plotly-plot'))if(plot._fullLayout)manage(plot);
`

function entryOf(name: PartName): string {
  const { traces, components } = libraryParts[name]
  if (name === 'core') return `window.Plotly=require('plotly.js/lib/core');\n`
  if (name === 'modebar') return modebar
  if (name === 'regl') return `require('@plotly/regl');require('regl-line2d');\n`
  // The function to erase shapes, which the core calls.
  const tools =
    name === 'shapes'
      ? `Object.assign(require('${shapes}'),{eraseActiveShape:require('${shapes}/draw').eraseActiveShape});\n`
      : ''
  const modules = [...components, ...Object.values(traces)].map(each => `require('${each}')`)
  const style = name === 'map' ? `require('maplibre-gl/dist/maplibre-gl.css${styleSuffix}');\n` : ''
  return `${style}${tools}window.Plotly.register([${modules.join(',')}]);\n`
}
