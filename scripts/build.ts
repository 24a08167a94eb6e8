/**
 * Builds `dist/`, which a published package runs: the code with all its imports, bundled into a few files that load
 * fast, and the files that it reads, including the browser. Users get the dependencies that were tested, and install
 * none but the fonts.
 * Usage: npm run build
 */

import { spawnSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { bundledBaseMaps } from '../src/bundling/base-maps.ts'
import { browserScripts, bundledScript } from '../src/bundling/browser-scripts.ts'
import { compressThoroughly, readCompressed } from '../src/bundling/compressed.ts'
import { bundledLibraryScript } from '../src/bundling/library-scripts.ts'
import { editedRendererCore, editedRendererLibrary } from '../src/bundling/renderer-library.ts'
import { packageFile } from '../src/package-files.ts'
import { partNames } from '../src/plotly/library-parts.ts'
import { createLibrary } from '../src/web/graph/assets/library.ts'
import { bundleService } from './build/bundle-service.ts'
import { licensesOf } from './build/licenses.ts'
import { scriptOptions } from './script-options.ts'

scriptOptions()

const root = join(import.meta.dirname, '..')
const dist = join(root, 'dist')

/** The files that are read from packages, by the names that `packageFile` uses. */
const readFiles: Readonly<Record<string, readonly string[]>> = {
  'plotly.js': ['lib/locales/*.js'],
  mathjax: ['es5/tex-svg.js', 'es5/tex-svg-full.js', 'es5/ui/safe.js', 'es5/input/tex/extensions/*.js'],
  '@sparticuz/chromium': ['bin/{chromium,swiftshader.tar,al2023.tar}.br'],
  '@fontsource/open-sans': ['files/open-sans-*-{400,600,700}-{normal,italic}.woff2'],
}

function copy(from: string, to: string): void {
  mkdirSync(dirname(join(dist, to)), { recursive: true })
  cpSync(from, join(dist, to))
}

function write(file: string, content: string | Uint8Array): void {
  mkdirSync(dirname(join(dist, file)), { recursive: true })
  writeFileSync(join(dist, file), content)
}

rmSync(dist, { recursive: true, force: true })
const { status } = spawnSync('tsc', ['-p', 'tsconfig.types.json'], { cwd: root, stdio: 'inherit' })
if (status !== 0) process.exit(status ?? 1)
// The declarations that its own types need; internal ones are left out.
const types = join(root, 'node_modules', '.cache', 'plotgate-types')
for (const file of ['library.d.ts', 'domain/image/formats.d.ts', 'domain/image/look.d.ts']) {
  write(file, readFileSync(join(types, file), 'utf8').replace(/(from '\.[^']*)\.ts'/g, "$1.js'"))
}

const packages = await bundleService(dist)
renameSync(join(dist, 'library.js'), join(dist, 'library-bundle.js'))
copy(join(import.meta.dirname, 'build', 'library-entry.js'), 'library.js')

// Style sheets and data are read from the folder of the code that uses them.
for (const file of globSync('**/*.*', { cwd: join(root, 'src'), exclude: ['**/*.ts', 'browser/**'] })) {
  copy(join(root, 'src', file), file)
}
for (const [name, patterns] of Object.entries(readFiles)) {
  for (const file of globSync(['package.json', ...patterns], { cwd: packageFile(name) })) {
    copy(packageFile(name, file), join('packages', name, file))
  }
}
for (const name of browserScripts) write(join('browser', `${name}.js`), await bundledScript(name))
for (const name of partNames) write(join('library', `${name}.js`), await bundledLibraryScript(name))
write(join('library', 'renderer.js'), await editedRendererLibrary())
write(join('library', 'renderer-core.js'), await editedRendererCore())
for (const [name, text] of Object.entries(await bundledBaseMaps()))
  write(join('library', 'maps', `${name}.json`), text)
write('THIRD-PARTY-LICENSES.txt', licensesOf([...packages, ...Object.keys(readFiles)]))

// Compressed for browsers, under the names that pages request.
const library = createLibrary()
for (const asset of await Promise.all([...partNames.map(library.part), library.page, library.table])) {
  const kept = (await readCompressed(asset.name)) ?? (await compressThoroughly(asset.name, asset.bytes))
  write(join('compressed', `${asset.name}.br`), kept)
}
