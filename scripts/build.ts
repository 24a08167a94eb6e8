/** Makes `dist/`, the compiled copy that a published package runs: Node strips no types below node_modules. */

import { spawnSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { browserScripts, bundledScript } from '../src/bundling/browser-scripts.ts'

const root = join(import.meta.dirname, '..')
const dist = join(root, 'dist')

rmSync(dist, { recursive: true, force: true })
const { status } = spawnSync('tsc', ['-p', 'tsconfig.build.json'], { cwd: root, stdio: 'inherit' })
if (status !== 0) process.exit(status ?? 1)

// Style sheets and data are read beside the code that uses them.
for (const file of globSync('**/*.*', { cwd: join(root, 'src'), exclude: ['**/*.ts', 'browser/**'] })) {
  cpSync(join(root, 'src', file), join(dist, file))
}

mkdirSync(join(dist, 'browser'), { recursive: true })
for (const name of browserScripts) {
  writeFileSync(join(dist, 'browser', `${name}.js`), await bundledScript(name))
}
