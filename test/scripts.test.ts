/** The commands of contributors, which are asked wrongly more often than any other. */

import { execFile } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { moduleNames, mutatedModule } from '../scripts/mutation/modules.ts'

const root = join(import.meta.dirname, '..')

/** How it ended, and what it said on either stream. */
function run(script: string, ...args: readonly string[]): Promise<readonly [code: unknown, said: string]> {
  const words = ['--disable-warning=ExperimentalWarning', join(root, 'scripts', script), ...args]
  return new Promise(resolve =>
    execFile(process.execPath, words, { cwd: root }, (error, stdout, stderr) =>
      resolve([error?.code ?? 0, stdout + stderr]),
    ),
  )
}

test('every script of package.json tells its usage where its options are wrong', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Readonly<Record<string, string>>
  }
  const files = Object.values(scripts).flatMap(line => /\bscripts\/[\w-]+\.ts/.exec(line)?.[0] ?? [])
  expect(files.length).toBeGreaterThan(20)
  const own = files.filter(file => !readFileSync(join(root, file), 'utf8').includes("'./script-options.ts'"))
  expect(own).toEqual([])
})

test.each([
  ['an unknown option', 'siege.ts', ['--no-such'], "Unknown option '--no-such'"],
  ['an unknown word', 'siege.ts', ['kindness'], 'there is no kindness, but unread files, '],
  ['a number that is none', 'siege.ts', ['--seconds', 'few'], '--seconds is a number of at least 0, not few'],
  ['a missing word', 'corpus.ts', [], 'name one folder of figures'],
  ['a folder without figures', 'describe.ts', ['schema/nowhere'], 'schema/nowhere has no figures'],
  ['a pattern that is none', 'soak.ts', ['.', '--only', '('], 'Invalid regular expression'],
])('%s ends a script with 2, after the fault and the usage', async (_, script, args, fault) => {
  const [code, said] = await run(script, ...args)
  expect(said).toContain(fault)
  expect(said).toMatch(/\n\n.*(?:Usage: |`npm run |, one attack after the other)/)
  expect(said).not.toMatch(/^ +at /m)
  expect(code).toBe(2)
})

test('--help shows the usage alone', async () => {
  const [code, said] = await run('siege.ts', '--help')
  expect(said).toMatch(/^Attacks a service .*\nUsage: npm run siege -- \[attack …\].*\n$/s)
  expect(code).toBe(0)
})

test.each(moduleNames)('mutation testing of %s names files that there are', name => {
  const { mutate, tests } = mutatedModule(name)
  const named = [...mutate, ...tests.map(path => path.replace('<rootDir>/', ''))]
  // Each name between braces by itself: one that has moved would be left out in silence.
  const each = named.flatMap(path => {
    const [, before = '', names, after = ''] = /^(.*?)\{([^}]*)\}(.*)$/.exec(path) ?? []
    return names ? names.split(',').map(part => before + part + after) : [path]
  })
  expect(each.filter(path => globSync(path, { cwd: root }).length === 0)).toEqual([])
})
