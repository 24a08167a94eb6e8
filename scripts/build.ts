/** Makes `dist/`, the compiled copy that a published package runs: Node strips no types below node_modules. */

import { spawnSync } from 'node:child_process'
import { cpSync, globSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const dist = join(root, 'dist')

rmSync(dist, { recursive: true, force: true })
const { status } = spawnSync('tsc', ['-p', 'tsconfig.build.json'], { cwd: root, stdio: 'inherit' })
if (status !== 0) process.exit(status ?? 1)

// Style sheets, scripts for browsers and data are read beside the code that uses them.
for (const file of globSync('**/*.*', { cwd: join(root, 'src'), exclude: ['**/*.ts'] })) {
  cpSync(join(root, 'src', file), join(dist, file))
}
