/** An image format is added by its row in the table of formats and by its encoder; what is emitted follows. */

import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { pythonFormats, pythonFormatsFile } from '../scripts/emit/python-formats.ts'
import { imageFormats } from '../src/domain/image/formats.ts'
import { type RunningServer, run, serve } from './support/command.ts'
import { eventually } from './support/eventually.ts'

const root = join(import.meta.dirname, '..')
const command = join('bin', 'plotgate.js')
const row = "bmp: { mediaType: 'image/bmp', kind: 'raster', aliases: ['dib'], menu: { label: 'Bitmap' } },"
const encoder = `bmp: {
    opaque: true,
    async encode({ canvas }) {
      const { width, height } = canvas
      const pixels = canvas.getContext('2d')!.getImageData(0, 0, width, height).data
      const file = new DataView(new ArrayBuffer(54 + 4 * width * height))
      file.setUint16(0, 0x424d)
      file.setUint32(2, file.byteLength, true)
      file.setUint32(10, 54, true)
      file.setUint32(14, 40, true)
      file.setInt32(18, width, true)
      file.setInt32(22, -height, true)
      file.setUint16(26, 1, true)
      file.setUint16(28, 32, true)
      for (let at = 0; at < pixels.length; at += 4) {
        const [r = 0, g = 0, b = 0] = pixels.subarray(at, at + 3)
        file.setUint32(54 + at, (b << 24) | (g << 16) | (r << 8))
      }
      return new Uint8Array(file.buffer)
    },
  },`

let copy: string
let server: RunningServer
let key: string

/** Puts `line` into the table of that file, as its first row. */
function addRow(file: string, table: string, line: string): void {
  const path = join(copy, file)
  const source = readFileSync(path, 'utf8')
  expect(source.split(table)).toHaveLength(2)
  writeFileSync(
    path,
    source.replace(table, () => `${table}\n  ${line}`),
  )
}

beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'plotgate-formats-'))
  for (const name of ['bin', 'src', 'schema', 'package.json']) {
    cpSync(join(root, name), join(copy, name), { recursive: true })
  }
  // Each package for itself: what is cached beside them belongs to this copy.
  mkdirSync(join(copy, 'node_modules'))
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name !== '.cache') symlinkSync(join(root, 'node_modules', name), join(copy, 'node_modules', name))
  }
  // Scripts that stay as they are need not be bundled again.
  const scripts = join('node_modules', '.cache', 'plotgate', 'scripts')
  if (existsSync(join(root, scripts))) {
    cpSync(join(root, scripts), join(copy, scripts), {
      recursive: true,
      filter: from => !/\.json\.\d+$/.test(from),
    })
  }
  addRow('src/domain/image/formats.ts', 'const rows = {', row)
  addRow('src/browser/renderer/encode/encode.ts', 'const encoders = {', encoder)
  server = await serve({ DATA_DIR: join(copy, 'data') }, join(copy, command))
  key = /Bearer (\S+)'/.exec(server.greeting)?.[1] ?? ''
  // A busy machine may take longer to bundle and to start a browser than a caller waits for an image.
  const { baseUrl } = server
  await eventually('pages draw', async () => (await fetch(`${baseUrl}/readyz/rendering`)).ok, 180_000)
})

afterAll(async () => {
  server?.child.kill('SIGKILL')
  await server?.exited
  await rm(copy, { recursive: true, force: true })
})

function post(path: string, body: object): Promise<Response> {
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' }
  return fetch(server.baseUrl + path, { method: 'POST', headers, body: JSON.stringify(body) })
}

async function typeAndBeginning(response: Response): Promise<readonly (string | null)[]> {
  const bytes = Buffer.from(await response.arrayBuffer())
  return [response.headers.get('content-type'), bytes.toString('latin1', 0, 2)]
}

test('a row and an encoder make a format everywhere', async () => {
  const made = await post('/v1/plot', { data: [{ y: [1, 3, 2] }], layout: {} })
  const { graph } = (await made.json()) as { graph: { graph_id: string; permalink: string } }

  // Routes, the menu of the page, a render that is not stored, and the words of refusals.
  expect(await typeAndBeginning(await fetch(`${graph.permalink}.bmp`))).toEqual(['image/bmp', 'BM'])
  expect(await (await fetch(graph.permalink)).text()).toContain('.bmp">Bitmap <small>BMP</small></a>')
  const unstored = await post('/v1/render?format=dib&width=40', { data: [], layout: {} })
  expect(await typeAndBeginning(unstored)).toEqual(['image/bmp', 'BM'])
  expect(await (await post('/v1/render?format=gif', { data: [] })).text()).toContain('one of bmp, png')

  const { stdout: help } = await run(['render', '--help'], {}, join(copy, command))
  expect(help.replace(/\s+/g, ' ')).toContain('choices: "bmp", "dib", "png"')

  // What is published.
  const openapi = await (await fetch(`${server.baseUrl}/v1/openapi.json`)).text()
  expect(openapi.match(/"enum":\["bmp","png"/g)).toHaveLength(2)
  expect(openapi.match(/"image\/bmp":\{"schema"/g)).toHaveLength(2)
  const query = `{ graph(id: "${graph.graph_id}") { imageUrl(format: bmp) } __type(name: "ImageFormat") { enumValues { name } } }`
  const { data } = (await (await post('/graphql', { query })).json()) as {
    data: { graph: object; __type: { enumValues: { name: string }[] } }
  }
  expect(data.graph).toEqual({ imageUrl: `${graph.permalink}.bmp` })
  expect(data.__type.enumValues).toContainEqual({ name: 'bmp' })
})

test('the Python client knows the formats of the table', () => {
  expect(readFileSync(join(root, pythonFormatsFile), 'utf8')).toBe(pythonFormats())
})

test('whoever lists the formats lists them all', () => {
  const read = globSync(['README.md', 'docs/*.md', 'clients/*/README.md', 'clients/python/src/**/*.py'], {
    cwd: root,
  })
  const lists = read.flatMap(file =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, at) => (/\bwebp\b.*\bjpeg\b/.test(line) ? [{ place: `${file}:${at + 1}`, line }] : [])),
  )
  expect(lists.length).toBeGreaterThan(5)
  const missing = lists.flatMap(({ place, line }) =>
    imageFormats
      .filter(format => !new RegExp(`\\b${format}\\b`).test(line))
      .map(format => `${place}: ${format}`),
  )
  expect(missing).toEqual([])
})
