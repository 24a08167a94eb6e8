/** The published package: compiled, without sources or tests, and able to do its work. */

import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
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

test('is a library: createRenderer with its types', async () => {
  await mkdir(join(folder, 'user', 'node_modules'), { recursive: true })
  await symlink(installed, join(folder, 'user', 'node_modules', 'plotgate'))
  const program = `import { createRenderer } from 'plotgate'
const renderer = createRenderer({ workers: 1 })
try {
  const { bytes, mediaType } = await renderer.render({ data: [{ y: [1, 2] }] }, { format: 'svg', width: 300 })
  console.log(mediaType, new TextDecoder().decode(bytes).includes('width="300"'))
  await renderer.render({ data: [{ type: 'barr' }] }).catch(({ code }) => console.log(code))
} finally {
  await renderer.close()
}
`
  const file = join(folder, 'user', 'program.mts')
  await writeFile(file, program)
  const { stdout } = await run(process.execPath, [file], { cwd: join(folder, 'user') })
  expect(stdout).toBe('image/svg+xml; charset=utf-8 true\ninvalid_figure\n')
  const checks = [
    '--ignoreConfig',
    '--noEmit',
    '--strict',
    '--module',
    'nodenext',
    '--target',
    'es2024',
    '--types',
    'node',
  ]
  const types = ['--typeRoots', join(root, 'node_modules', '@types')]
  await run(join(root, 'node_modules', '.bin', 'tsc'), [...checks, ...types, file])
}, 120_000)
