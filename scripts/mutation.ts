/**
 * Mutation testing: finds changes of the code that no test notices. One module after the other, on two cores. Results
 * for code and tests that have not changed are taken from the previous run. docs/testing.md contains the scores.
 * Usage: npm run mutation -- [config|accounts|domain|http|browser …] [-- options of Stryker]
 */

import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { moduleNames } from './mutation-modules.ts'
import { scriptOptions } from './script-options.ts'

const args = process.argv.slice(2)
const end = args.includes('--') ? args.indexOf('--') : args.length
const { words: asked } = scriptOptions({ words: moduleNames, args: args.slice(0, end) })
const options = args.slice(end + 1)
const stryker = fileURLToPath(
  new URL('./bin/stryker.js', import.meta.resolve('@stryker-mutator/core/package.json')),
)
for (const name of asked.length > 0 ? asked : moduleNames) {
  const { status } = spawnSync(process.execPath, [stryker, 'run', 'stryker.config.js', ...options], {
    env: { ...process.env, MUTATION_MODULE: name, NODE_OPTIONS: '--disable-warning=ExperimentalWarning' },
    stdio: 'inherit',
  })
  if (status !== 0) process.exitCode = 1
}
