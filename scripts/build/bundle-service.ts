/** The service's own code with everything that it imports, as few modules. */

import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { build, type Plugin } from 'esbuild'

const root = join(import.meta.dirname, '..', '..')
const src = join(root, 'src')

/** Where programs begin: the command, the library, and the threads that are started by their file's name. */
const entries = [
  'main.ts',
  'library.ts',
  'parsing/check-worker.ts',
  'storage/sqlite/threads/writer.ts',
  'storage/sqlite/threads/reader.ts',
  'storage/sqlite/file/integrity.ts',
  'web/graphiql/graphiql-worker.ts',
]

/**
 * Modules read files beside them, wherever the bundler put their code: each is told its place below `dist`. And what
 * they require by name is bundled too.
 */
const ownPlaces: Plugin = {
  name: 'own-places',
  setup(builder) {
    builder.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8')
      const own = JSON.stringify(relative(src, path).replace(/\.ts$/, '.js'))
      const used = source
        .replace(/^\s*const require = createRequire\(import\.meta\.url\)$/gm, '')
        .replaceAll("createRequire(import.meta.url)('", "require('")
        .replaceAll('import.meta.url', 'ownUrl.href')
        .replaceAll('import.meta.filename', 'fileURLToPath(ownUrl)')
        .replaceAll('import.meta.dirname', "fileURLToPath(new URL('.', ownUrl))")
      if (!used.includes('ownUrl')) return { contents: used, loader: 'ts' }
      const dist = "import.meta.url.slice(0, import.meta.url.lastIndexOf('/dist/') + 6)"
      const place = `import { fileURLToPath } from 'node:url'\nconst ownUrl = new URL(${own}, ${dist})\n`
      return { contents: place + used, loader: 'ts' }
    })
  },
}

/** Returns the names of the packages whose code it holds. */
export async function bundleService(outdir: string): Promise<string[]> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: entries.map(entry => join('src', entry)),
    outbase: 'src',
    outdir,
    chunkNames: 'chunks/[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'none',
    logLevel: 'warning',
    metafile: true,
    plugins: [ownPlaces],
    // The bundler serves a checkout alone, and the cluster is given no driver; the others are drivers' optional
    // companions, which nothing of ours asks for.
    external: ['esbuild', 'puppeteer', ...optionalCompanions],
    // For packages of CommonJS.
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module';const require = requireFrom(import.meta.url);",
    },
  })
  const used = Object.values(metafile.outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [path] : [])),
  )
  const names = used.flatMap(path => /^.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? [])
  return [...new Set(names)].sort()
}

const optionalCompanions = [
  ...['kerberos', 'snappy', 'socks', 'gcp-metadata', 'aws4', 'mongodb-client-encryption', 'bufferutil'],
  ...['@mongodb-js/zstd', '@aws-sdk/credential-providers', 'utf-8-validate', 'msgpackr-extract'],
]
