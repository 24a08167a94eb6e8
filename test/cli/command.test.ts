/** How `plotgate` takes the words after it, before any command runs. */

import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from '@jest/globals'
import { entry, run } from '../support/command.ts'

const hint = '(plotgate --help lists the commands)\n'
const serveHint =
  'Settings are environment variables, such as\n  PORT=8080 plotgate serve\nand docs/configuration.md has all of them.\n'

test.each([
  ['foo', `error: unknown command 'foo'\n${hint}`],
  ['foo bar', `error: unknown command 'foo'\n${hint}`],
  ['rendr fig.json -o out', `error: unknown command 'rendr'\n(Did you mean render?)\n${hint}`],
  ['key foo', `error: unknown command 'foo'\n(plotgate key --help tells more)\n`],
  [
    'key create',
    "error: required option '--name <name>' not specified\n(plotgate key create --help tells more)\n",
  ],
  [
    'account graphs-stay ada@example.org',
    "error: missing required argument 'length'\n(plotgate account graphs-stay --help tells more)\n",
  ],
  ['serve foo', `error: too many arguments for 'serve'. Expected 0 arguments but got 1: foo.\n${serveHint}`],
  [
    'render --widht 3 a.json',
    "error: unknown option '--widht'\n(Did you mean --width?)\n(plotgate render --help tells more)\n",
  ],
  ['--foo', `error: unknown option '--foo'\n${hint}`],
  ['serve --port 80', `error: unknown option '--port'\n${serveHint}`],
])('plotgate %s is told what is wrong, and where to read how', async (words, stderr) => {
  expect(await run(words.split(' '))).toEqual({ code: 1, stdout: '', stderr })
})

test('output that nobody reads on ends quietly; what cannot be written is a sentence and a failure', async () => {
  const shell = (line: string) => promisify(execFile)('sh', ['-c', `${process.execPath} ${entry} ${line}`])
  const figure = join(import.meta.dirname, '..', 'figures', '22.json')
  // The pipe's reader has left before anything is written.
  expect(await shell(`check ${figure} | true`)).toEqual({ stdout: '', stderr: '' })
  if (!existsSync('/dev/full')) return
  await expect(shell(`check ${figure} > /dev/full`)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^plotgate: standard output: ENOSPC[^\n]+\n$/),
  })
})

test('plotgate alone is plotgate serve', async () => {
  const { code, stderr } = await run([], { PORT: '70000' })
  expect(code).toBe(1)
  expect(stderr).toContain('PORT must be at most 65535, got "70000"')
})
