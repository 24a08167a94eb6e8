/** The published package: compiled, without sources or tests, and able to do its work. */

import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from '@jest/globals'

const run = promisify(execFile)
const root = join(import.meta.dirname, '..', '..')
let folder: string
let installed: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plotgate-package-'))
  installed = join(folder, 'package')
  await run('npm', ['pack', '--pack-destination', folder], { cwd: root })
  const [archive = ''] = (await readdir(folder)).filter(name => name.endsWith('.tgz'))
  await run('tar', ['-xzf', join(folder, archive), '-C', folder])
  await symlink(join(root, 'node_modules'), join(installed, 'node_modules'))
}, 120_000)

afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await rm(join(root, 'dist'), { recursive: true, force: true })
})

test('holds the command, the compiled code and the published contracts, and nothing else', async () => {
  const expected = ['LICENSE', 'README.md', 'bin', 'dist', 'node_modules', 'package.json', 'schema']
  expect((await readdir(installed)).sort()).toEqual(expected)
})

test('draws a figure with the command it installs', async () => {
  const figure = join(root, 'test', 'figures', '22.json')
  await run(process.execPath, [join(installed, 'bin', 'plotgate.js'), 'render', figure, '-o', folder])
  const picture = await readFile(join(folder, '22.png'))
  expect(picture.subarray(1, 4).toString()).toBe('PNG')
}, 60_000)
