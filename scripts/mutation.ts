/**
 * Mutation testing: finds changes of the code that no test notices. One module after the other. Results for code and tests
 * that have not changed are taken from the previous run. docs/testing.md contains the scores, below which none may fall.
 * Usage: npm run mutation -- [MODULE …] [-- options of Stryker]
 */

import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { moduleNames, modulesWithin, nameable } from './mutation/modules.ts'
import { scriptOptions } from './script-options.ts'

const args = process.argv.slice(2)
const end = args.includes('--') ? args.indexOf('--') : args.length
const { words } = scriptOptions({ words: nameable, args: args.slice(0, end) })
const options = args.slice(end + 1)
const asked = words.length > 0 ? new Set(words.flatMap(modulesWithin)) : moduleNames
const stryker = fileURLToPath(
  new URL('./bin/stryker.js', import.meta.resolve('@stryker-mutator/core/package.json')),
)
for (const name of asked) {
  const { status } = spawnSync(process.execPath, [stryker, 'run', 'stryker.config.js', ...options], {
    env: { ...process.env, MUTATION_MODULE: name, NODE_OPTIONS: '--disable-warning=ExperimentalWarning' },
    stdio: 'inherit',
  })
  if (status !== 0) process.exitCode = 1
}
