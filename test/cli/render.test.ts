import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { hostileMaps } from '../support/hostile-maps.ts'

const patience = 240_000
const timeout = 180_000
const main = new URL('../../src/main.ts', import.meta.url).pathname

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plotgate-cli-'))
  await mkdir(join(folder, 'in', 'deep'), { recursive: true })
  const figure = { data: [{ type: 'bar', y: [1, 3, 2] }], layout: { title: 'Bars', width: 200, height: 150 } }
  await writeFile(join(folder, 'in', 'bars.json'), JSON.stringify(figure))
  await writeFile(join(folder, 'in', 'deep', 'more.json'), JSON.stringify(figure))
  await writeFile(join(folder, 'in', 'wrong.json'), '{"data": [{"type": "bra"}, {"type": "scater"}]}')
  await writeFile(join(folder, 'in', 'broken.json'), '{"data": [1,')
  await writeFile(join(folder, 'in', 'notes.txt'), 'not a figure')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

interface Outcome {
  readonly code: number
  readonly out: string
  readonly err: string
}

const plotgate = (...args: string[]) => plotgateWith('', ...args)

/** `out` has one character for each byte. */
const plotgateWith = (input: string, ...args: string[]) =>
  new Promise<Outcome>(resolve => {
    const options = { cwd: folder, timeout, encoding: 'latin1' } as const
    const child = execFile(process.execPath, [main, 'render', ...args], options, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out, err }),
    )
    child.stdin?.end(input)
  })

test(
  'draws a directory; what fails is told exactly, the others are drawn, the exit code says so',
  async () => {
    const { code, out, err } = await plotgate('in', '-o', 'out', '--format', 'svg', '--width', '300')
    expect(code).toBe(1)
    expect(out).toBe('')
    expect(await readFile(join(folder, 'out', 'bars.svg'), 'utf8')).toMatch(
      /^<svg [^>]*width="300" height="150"/,
    )
    expect(existsSync(join(folder, 'out', 'deep', 'more.svg'))).toBe(true)
    expect(existsSync(join(folder, 'out', 'wrong.svg'))).toBe(false)
    expect(err).toMatch(
      /in\/wrong\.json: [^\n]*\n {2}data\[0\]\.type: [^\n]*bar[^\n]*\n {2}data\[1\]\.type: /,
    )
    expect(err).toMatch(/in\/broken\.json: /)
    expect(err).toMatch(/2 of 4 failed/)
  },
  patience,
)

test(
  'one file may be given a name, whose ending is the format; a page stands alone',
  async () => {
    expect(await plotgate('in/bars.json', '-o', 'one.png', '--scale', '2')).toMatchObject({ code: 0 })
    const png = await readFile(join(folder, 'one.png'))
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([400, 300])
    expect(await plotgate('in/bars.json', '-o', 'page.html')).toMatchObject({ code: 0 })
    const page = await readFile(join(folder, 'page.html'), 'utf8')
    expect(page).toMatch(/^<!doctype html>/)
    expect(page).toContain('"type": "bar"'.replace(': ', ':'))
    expect(page).not.toMatch(/<(?:script|link|img)[^>]+(?:src|href)="https?:/)
    expect(page).toContain('<html lang="en">')
    expect(await plotgate('in/bars.json', '-o', 'page.html', '--theme', 'dark')).toMatchObject({ code: 0 })
    expect(await readFile(join(folder, 'page.html'), 'utf8')).toContain('<html lang="en" data-theme="dark">')
  },
  patience,
)

test(
  'a file that is not there is named, and does not stop the others',
  async () => {
    const { code, err } = await plotgate(
      'nowhere.json',
      'in/bars.json',
      'in/none',
      '-o',
      'beside',
      '-f',
      'svg',
    )
    expect(code).toBe(1)
    expect(err).toMatch(/^nowhere\.json: there is no file or directory nowhere\.json$/m)
    expect(err).toMatch(/^in\/none: there is no file or directory in\/none$/m)
    expect(err).toMatch(/^2 of 3 failed$/m)
    expect(existsSync(join(folder, 'beside', 'bars.svg'))).toBe(true)
  },
  patience,
)

test(
  'what cannot be meant is refused before anything is drawn',
  async () => {
    expect(await plotgate('nowhere.json', '-o', 'out')).toMatchObject({
      code: 1,
      err: expect.stringContaining('nowhere.json'),
    })
    expect(await plotgate('in/bars.json', 'in/deep/more.json', '-o', 'x.png')).toMatchObject({
      code: 1,
      err: expect.stringContaining('names one file'),
    })
    expect(await plotgate('in/bars.json', 'in/bars.json', '-o', 'out')).toMatchObject({
      code: 1,
      err: expect.stringContaining('would both be written'),
    })
    expect(await plotgate('in/bars.json', '-o', 'x', '--width', '3')).toMatchObject({
      code: 1,
      err: expect.stringContaining('10 to 20000'),
    })
    expect(await plotgate('in/bars.json', '-o', 'x', '--background', 'nope')).toMatchObject({
      code: 1,
      err: expect.stringContaining('CSS colour'),
    })
    expect(await plotgate('in/bars.json', '-o', 'x.png', '--format', 'svg')).toMatchObject({
      code: 1,
      err: expect.stringContaining('svg is not what the output x.png is named'),
    })
    expect(await plotgate('in/bars.json', '-o', 'x', '--format', 'gif')).toMatchObject({
      code: 1,
      err: expect.stringContaining('gif'),
    })
    expect(await plotgate('in/bars.json', '-o', 'y.gif')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/there is no format \.gif; a name ends with one of png, svg/),
    })
    expect(existsSync(join(folder, 'y.gif'))).toBe(false)
    expect(await plotgate('in/bars.json', '--scale', '15')).toMatchObject({
      code: 1,
      err: expect.stringContaining('scale: must be a number from 0.1 to 10'),
    })
    const { code, err } = await plotgate('in/bars.json', '--width', 'abc', '--scale', '0', '--theme', 'blue')
    expect(code).toBe(1)
    for (const name of ['width', 'scale', 'theme'])
      expect(err).toMatch(new RegExp(`^  ${name}: must be `, 'm'))
    expect(await plotgate('in/bars.json', '--width', '20000', '--height', '20000')).toMatchObject({
      code: 1,
      err: expect.stringContaining('40 million pixels'),
    })
    expect(await plotgate('in/bars.json', 'in/deep/more.json', '-o', '-')).toMatchObject({
      code: 1,
      err: expect.stringContaining('standard output takes one file'),
    })
    expect(await plotgate()).toMatchObject({ code: 1, err: expect.stringContaining('name figure files') })
    expect(await plotgate('--files-from', 'none.txt')).toMatchObject({
      code: 1,
      err: expect.stringContaining('--files-from: none.txt cannot be read'),
    })
    expect(await plotgateWith('\n', '--files-from', '-')).toMatchObject({
      code: 1,
      err: expect.stringContaining('names no file'),
    })
  },
  patience,
)

test(
  'an output folder that cannot be written is refused before anything is drawn',
  async () => {
    await writeFile(join(folder, 'file'), '')
    const places = ['file', 'file/below', 'file/below/one.png']
    // Making a folder here fails as if the one above it were missing.
    if (existsSync('/proc/self')) places.push('/proc/x', '/proc/x/y/one.png')
    await mkdir(join(folder, 'locked'), { mode: 0o500 })
    if (process.getuid?.() !== 0) places.push('locked', 'locked/below')
    for (const place of places) {
      const { code, out, err } = await plotgate('in/bars.json', '-o', place)
      expect([place, code, out]).toEqual([place, 1, ''])
      expect(err).toMatch(/^plotgate: --output: the folder \S+ cannot be written: E[A-Z]+: [^\n]+\n$/)
    }
  },
  patience,
)

test(
  'a figure from standard input goes to standard output, or where the output says',
  async () => {
    const figure = '{"data": [{"y": [1, 2]}], "layout": {"width": 120, "height": 100}}'
    const { code, out } = await plotgateWith(figure, '-', '--scale', '2')
    const png = Buffer.from(out, 'latin1')
    expect([code, png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([0, 240, 200])
    expect(await plotgateWith(figure, '-', '-o', 'input.jpg')).toMatchObject({ code: 0, out: '' })
    expect((await readFile(join(folder, 'input.jpg'))).readUInt16BE(0)).toBe(0xffd8)
    const page = await plotgateWith(figure, '-', '-f', 'html')
    expect(page.out).toMatch(/^<!doctype html>/)
    // A page scales its image by itself, so that no scale makes that too large.
    const large = '{"data": [{"y": [1, 2]}], "layout": {"width": 2000, "height": 1500}}'
    expect((await plotgateWith(large, '-', '-f', 'html', '--scale', '4')).out).toMatch(/^<!doctype html>/)
  },
  patience,
)

test(
  'files named on standard input are drawn into the current directory by default',
  async () => {
    const list = 'in/bars.json\n\nin/deep/more.json\n'
    expect(await plotgateWith(list, '--files-from', '-', '-f', 'webp')).toMatchObject({ code: 0, out: '' })
    expect(existsSync(join(folder, 'bars.webp'))).toBe(true)
    expect(existsSync(join(folder, 'more.webp'))).toBe(true)
  },
  patience,
)

test(
  'a figure that tries to take its page harms no other file',
  async () => {
    await mkdir(join(folder, 'mixed'))
    const bars = { data: [{ type: 'bar', y: [1, 3, 2] }], layout: { width: 200, height: 150 } }
    for (let at = 0; at < 6; at++) {
      const { data, layout, frames } = hostileMaps[at % hostileMaps.length]!
      const taking = { data, layout, ...(frames && { frames }) }
      await writeFile(join(folder, 'mixed', `${at}-taking.json`), JSON.stringify(taking))
      await writeFile(join(folder, 'mixed', `${at}.json`), JSON.stringify(bars))
    }
    expect(await plotgate('mixed', '-o', 'drawn')).toMatchObject({ code: 0 })
    const images = await Promise.all(
      [0, 1, 2, 3, 4, 5].map(at => readFile(join(folder, 'drawn', `${at}.png`))),
    )
    // The same figure is the same image, whatever was drawn before it.
    for (const image of images) expect(image).toEqual(images[0])
  },
  patience,
)
