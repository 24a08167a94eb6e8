import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'

const main = new URL('../../src/main.ts', import.meta.url).pathname

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plotgate-cli-'))
  await writeFile(join(folder, 'good.json'), '{"data": [{"y": [1, 2]}]}')
  await writeFile(join(folder, 'warned.json'), '{"data": [{"y": [1, 2], "mod": "lines"}]}')
  await writeFile(join(folder, 'wrong.json'), '{"data": [{"y": "1,2"}, {"type": "bra"}]}')
  await writeFile(join(folder, 'broken.json'), '{"data": [')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const check = (...args: string[]) => checkWith('', ...args)
const checkWith = (input: string, ...args: string[]) =>
  new Promise<{ code: number; out: string }>(resolve => {
    const options = { cwd: folder, timeout: 180_000 }
    const child = execFile(process.execPath, [main, 'check', ...args], options, (error, out) =>
      resolve({ code: error ? Number(error.code) : 0, out }),
    )
    child.stdin?.end(input)
  })

test('tells errors and warnings, a line each, and fails for errors', async () => {
  const { code, out } = await check('.')
  expect(code).toBe(1)
  expect(out).toMatch(/^broken\.json: error: \$: the file ends too early/m)
  expect(out).toMatch(/^warned\.json: warning: data\[0\]\.mod: .*"mode"/m)
  expect(out).toMatch(/^wrong\.json: error: data\[0\]\.y: must be an array/m)
  expect(out).toMatch(/^wrong\.json: error: data\[1\]\.type: unknown trace type/m)
  expect(out).not.toMatch(/^good\.json/m)
  expect(out).toMatch(/^4 files: 3 errors, 1 warning$/m)
})

test('follows links in a directory; a file that cannot be read does not stop the others', async () => {
  const linked = join(folder, 'links')
  await mkdir(linked)
  await symlink('nowhere.json', join(linked, 'dangling.json'))
  await symlink('../warned.json', join(linked, 'linked.json'))
  const { code, out } = await check('links')
  await rm(linked, { recursive: true })
  expect(code).toBe(1)
  expect(out).toMatch(/^links\/dangling\.json: error: \$: the file cannot be read: ENOENT/m)
  expect(out).toMatch(/^links\/linked\.json: warning: data\[0\]\.mod/m)
  expect(out).toMatch(/^2 files: 1 error, 1 warning$/m)
})

test('names every path that is not there or has no figures, and checks the others', async () => {
  const empty = join(folder, 'empty')
  await mkdir(empty)
  const { code, out } = await check('good.json', 'missing.json', 'empty', 'warned.json')
  expect(code).toBe(1)
  expect(out).toMatch(/^missing\.json: error: \$: there is no file or directory missing\.json$/m)
  expect(out).toMatch(/^empty: error: \$: there is no \.json file in empty$/m)
  expect(out).toMatch(/^warned\.json: warning: data\[0\]\.mod/m)
  expect(out).toMatch(/^4 files: 2 errors, 1 warning$/m)

  const none = await check('missing.json', 'empty')
  expect(none).toMatchObject({
    code: 1,
    out: expect.stringMatching(/^missing\.json: error: .*\nempty: error: /),
  })
  await rm(empty, { recursive: true })
})

test('takes a figure from standard input', async () => {
  const { code, out } = await checkWith('{"data": [{"type": "bra"}]}', '-')
  expect(code).toBe(1)
  expect(out).toMatch(/^-: error: data\[0\]\.type: unknown trace type/m)
})

test('tells of files of other kinds what they are', async () => {
  const image = Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1')
  await writeFile(join(folder, 'chart.png'), image)
  expect((await check('chart.png')).out).toMatch(/^chart\.png: error: \$: the file is a png image; send/m)
})

test('fails for warnings only where that is asked for', async () => {
  expect((await check('good.json', 'warned.json')).code).toBe(0)
  expect((await check('good.json', 'warned.json', '--strict')).code).toBe(1)
  expect((await check('good.json', '--strict')).code).toBe(0)
})
