/**
 * Lets scripts share modules: the script that contains a module exposes it under a short name, and the others take it
 * from there instead of containing a copy.
 */

import { createHash } from 'node:crypto'
import { relative } from 'node:path'
import type { Plugin } from 'esbuild'

/** A function on `window` that returns a module by name. Its properties are the modules' loaders. */
const registry = 'PlotlyModules'

const nameOf = (root: string, file: string): string =>
  createHash('sha256').update(relative(root, file)).digest('base64url').slice(0, 5)

/** The code that exposes these modules. They run when they are first requested. `files` are absolute paths. */
export function exposeModules(root: string, files: readonly string[]): string {
  if (files.length === 0) return ''
  const loaders = files.map(
    file => `${JSON.stringify(nameOf(root, file))}:()=>require(${JSON.stringify(file)})`,
  )
  return `Object.assign(window.${registry}??={},{${loaders.join(',')}});\n`
}

/** Takes modules from an earlier script that exposed them. */
export function takeSharedModules(root: string, shared: ReadonlySet<string>): Plugin {
  const resolving = Symbol()
  return {
    name: 'shared-modules',
    setup(build) {
      // Each import that a plugin looks at takes a round trip to the bundler's process.
      if (shared.size === 0) return
      build.onResolve(
        { filter: /./ },
        async ({ path, importer, namespace, resolveDir, kind, pluginData }) => {
          if (pluginData === resolving || kind === 'entry-point' || namespace === 'shared') return
          const found = await build.resolve(path, {
            importer,
            namespace,
            resolveDir,
            kind,
            pluginData: resolving,
          })
          return shared.has(found.path) ? { path: found.path, namespace: 'shared' } : found
        },
      )
      build.onLoad({ filter: /./, namespace: 'shared' }, ({ path }) => ({
        contents: `module.exports=window.${registry}[${JSON.stringify(nameOf(root, path))}]()`,
        loader: 'js',
      }))
    },
  }
}
