/**
 * Smaller versions of modules that the charting library includes as a whole but uses little of. They save a third of
 * the core's code.
 */

import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'esbuild'

const require = createRequire(import.meta.url)

/** The parts of d3 that traces and components use, as source files; each names the files it depends on. */
const d3Sources = [
  'start',
  'compat/index',
  'core/index',
  'selection/index',
  'transition/index',
  'interpolate/ease',
  'event/dispatch',
  'event/mouse',
  'behavior/drag',
  'behavior/zoom',
  'arrays/extent',
  'arrays/max',
  'arrays/min',
  'color/rgb',
  'format/round',
  'scale/linear',
  'scale/ordinal',
  'svg/arc',
  'svg/axis',
  'xhr/json',
  'end',
]

/** The CSS colours and the functions that read and write them. */
const colours = `import 'culori/css'
export { converter, formatHex, formatRgb, wcagContrast, wcagLuminance } from 'culori/fn'`

/** For the library's own modules; others import the files they need. */
const matrices = `exports.invert = require('gl-mat4/invert')
exports.multiply = require('gl-mat4/multiply')`

export const lighterModules: Plugin = {
  name: 'lighter-modules',
  setup(build) {
    const root = dirname(require.resolve('@plotly/d3/package.json'))
    build.onLoad({ filter: /@plotly\/d3\/d3\.js$/ }, async () => ({
      contents: await joinSources(join(root, 'src'), d3Sources),
    }))
    build.onResolve({ filter: /^culori$/ }, () => ({ path: 'culori', namespace: 'lighter' }))
    build.onResolve({ filter: /^gl-mat4$/ }, ({ importer }) =>
      /plotly\.js\/src\/lib\//.test(importer) ? { path: 'gl-mat4', namespace: 'lighter' } : null,
    )
    build.onLoad({ filter: /./, namespace: 'lighter' }, ({ path }) => ({
      contents: path === 'culori' ? colours : matrices,
      resolveDir: dirname(require.resolve('plotly.js/package.json')),
    }))
  },
}

/**
 * d3 is one function whose parts are in separate files. A line that names another file is replaced by its text, once.
 */
async function joinSources(folder: string, names: readonly string[]): Promise<string> {
  const taken = new Set<string>()
  async function take(name: string): Promise<string> {
    if (taken.has(name)) return ''
    taken.add(name)
    const lines = (await readFile(join(folder, `${name}.js`), 'utf8')).split('\n')
    const texts: string[] = []
    for (const line of lines) {
      const [, needed] = /^import "([^"]+)";$/.exec(line.trim()) ?? []
      texts.push(needed === undefined ? line : await take(pathOf(name, needed)))
    }
    return texts.join('\n')
  }
  const texts: string[] = []
  for (const name of names) texts.push(await take(name))
  return texts.join('\n')
}

/** `../core/` in `behavior/drag` means `core/index`. */
const pathOf = (from: string, named: string): string =>
  join(dirname(from), named.endsWith('/') ? `${named}index` : named)
