/**
 * Mutation testing: which changes of the code no test notices. One module after the other, on two cores; what was found
 * of code and tests that have not changed since is taken from the run before. docs/testing.md keeps the scores.
 * Usage: node scripts/mutation.ts [config|accounts|domain|http|browser …] [-- options of Stryker]
 */

import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { moduleNames, mutatedModule } from './mutation-modules.ts'

const words = process.argv.slice(2)
const split = words.indexOf('--')
const [asked, options] = split === -1 ? [words, []] : [words.slice(0, split), words.slice(split + 1)]
const stryker = fileURLToPath(
  new URL('./bin/stryker.js', import.meta.resolve('@stryker-mutator/core/package.json')),
)
for (const name of asked.length > 0 ? asked : moduleNames) {
  mutatedModule(name)
  const { status } = spawnSync(process.execPath, [stryker, 'run', 'stryker.config.js', ...options], {
    env: { ...process.env, MUTATION_MODULE: name, NODE_OPTIONS: '--disable-warning=ExperimentalWarning' },
    stdio: 'inherit',
  })
  if (status !== 0) process.exitCode = 1
}
