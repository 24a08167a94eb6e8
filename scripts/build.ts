/** Makes `dist/`, the compiled copy that a published package runs: Node strips no types below node_modules. */

import { spawnSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { browserScripts, bundledScript } from '../src/bundling/browser-scripts.ts'
import { bundledLibraryScript } from '../src/bundling/library-scripts.ts'
import { partNames } from '../src/plotly/library-parts.ts'

const root = join(import.meta.dirname, '..')
const dist = join(root, 'dist')

rmSync(dist, { recursive: true, force: true })
for (const project of ['tsconfig.build.json', 'tsconfig.types.json']) {
  const { status } = spawnSync('tsc', ['-p', project], { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
// Its types stand by themselves; those of the inside are nobody's affair.
cpSync(join(root, 'node_modules', '.cache', 'plotgate-types', 'library.d.ts'), join(dist, 'library.d.ts'))

// Style sheets and data are read beside the code that uses them.
for (const file of globSync('**/*.*', { cwd: join(root, 'src'), exclude: ['**/*.ts', 'browser/**'] })) {
  cpSync(join(root, 'src', file), join(dist, file))
}

function write(folder: string, name: string, code: string): void {
  mkdirSync(join(dist, folder), { recursive: true })
  writeFileSync(join(dist, folder, `${name}.js`), code)
}
for (const name of browserScripts) write('browser', name, await bundledScript(name))
for (const name of partNames) write('library', name, await bundledLibraryScript(name))
