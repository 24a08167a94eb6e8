/** The published package: compiled, without sources or tests, and able to do its work. */

import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { serve } from '../support/command.ts'
import { patientFetch } from '../support/patient-fetch.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '..', '..')
const readJson = async (file: string) => JSON.parse(await readFile(file, 'utf8'))
const manifest: {
  dependencies: Readonly<Record<string, string>>
  files: readonly string[]
  optionalDependencies?: object
} = await readJson(join(root, 'package.json'))
let folder: string
let installed: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plotgate-package-'))
  installed = join(folder, 'package')
  await run('npm', ['run', 'build'], { cwd: root })
  // As npm packs it; to compress the browser once more would take a minute (`npm run check-package` does).
  for (const name of ['package.json', 'README.md', 'LICENSE', ...manifest.files]) {
    await cp(join(root, name), join(installed, name), { recursive: true })
  }
  // All that it installs: whatever else it asked for would be missing.
  await mkdir(join(installed, 'node_modules'))
  for (const name of Object.keys(manifest.dependencies)) {
    const to = join(installed, 'node_modules', name)
    await mkdir(dirname(to), { recursive: true })
    await symlink(join(root, 'node_modules', name), to)
  }
}, 300_000)

afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await rm(join(root, 'dist'), { recursive: true, force: true })
})

test('brings all but its fonts, and the licences of what it brings', async () => {
  expect(manifest.optionalDependencies).toBeUndefined()
  expect(Object.keys(manifest.dependencies).filter(name => !name.startsWith('@expo-google-fonts/'))).toEqual(
    [],
  )
  const licenses = await readFile(join(installed, 'dist', 'THIRD-PARTY-LICENSES.txt'), 'utf8')
  for (const name of ['koa', 'graphql', 'plotly.js', 'mathjax', 'puppeteer-core', '@sparticuz/chromium']) {
    expect(licenses).toMatch(new RegExp(`^${name} [0-9.]+: `, 'm'))
  }
})

test('starts the Node that a checkout starts, where it needs one', async () => {
  const { optionalDependencies } = await readJson(join(root, 'scripts', 'node', 'package.json'))
  const command = await readFile(join(installed, 'bin', 'plotgate.js'), 'utf8')
  for (const [name, version] of Object.entries(optionalDependencies)) {
    expect(command).toContain(`'${name}'`)
    expect(command).toContain(`version: '${version}'`)
  }
})

test('its README names files that there are', async () => {
  const readme = await readFile(join(installed, 'README.md'), 'utf8')
  const named = [...readme.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, path = '']) => path)
  expect(named.length).toBeGreaterThan(5)
  expect(named.filter(path => !existsSync(join(root, path)))).toEqual([])
})

test('serves pages, an image and the tools for both interfaces', async () => {
  const command = join(installed, 'bin', 'plotgate.js')
  const server = await serve({ DATA_DIR: join(folder, 'data'), RENDER_WORKERS: '1' }, command)
  try {
    const key = /pg_\w+/.exec(server.greeting)?.[0]
    const made = await fetch(`${server.baseUrl}/v1/chart`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ data: [{ type: 'choropleth', locations: ['FRA'], z: [1] }] }),
    })
    const { graph } = (await made.json()) as { graph: { image_url: string } }
    const page = graph.image_url.replace(/\.png$/, '')
    const addresses = [graph.image_url, page, `${page}.html`, `${page}.pdf`]
    const pages = ['/', '/docs', '/graphql', '/account/sign-up', '/new'].map(path => server.baseUrl + path)
    for (const address of [...addresses, ...pages]) {
      const { status } = await patientFetch(address, { headers: { Accept: 'text/html' } })
      expect([address, status]).toEqual([address, 200])
    }
  } finally {
    server.child.kill()
    await server.exited
  }
})

test('draws a figure with the command it installs', async () => {
  const figure = join(root, 'test', 'figures', '22.json')
  await run(process.execPath, [join(installed, 'bin', 'plotgate.js'), 'render', figure, '-o', folder])
  const picture = await readFile(join(folder, '22.png'))
  expect(picture.subarray(1, 4).toString()).toBe('PNG')
})

test('is a library for CommonJS too', async () => {
  const file = join(folder, 'commonjs', 'program.cts')
  await mkdir(join(folder, 'commonjs', 'node_modules'), { recursive: true })
  await symlink(installed, join(folder, 'commonjs', 'node_modules', 'plotgate'))
  const program = `const { createRenderer } = require('plotgate')
const renderer = createRenderer()
renderer
  .render({ data: [{ y: [1, 2] }] }, { format: 'html' })
  .then(({ mediaType }: { mediaType: string }) => console.log(mediaType))
  .finally(() => renderer.close())
`
  await writeFile(file, program)
  const { stdout } = await run(process.execPath, [file])
  expect(stdout).toBe('text/html; charset=utf-8\n')
})

test('says which Node its library needs', async () => {
  const file = join(folder, 'old.mjs')
  const entry = JSON.stringify(join(installed, 'dist', 'library.js'))
  await writeFile(
    file,
    `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } })
await import(${entry}).catch(({ message }) => console.log(message))
`,
  )
  const { stdout } = await run(process.execPath, [file])
  expect(stdout).toMatch(/needs Node 24 or newer; this is 20\.20\.2\./)
})

test('is a library: createRenderer with its types', async () => {
  await mkdir(join(folder, 'user', 'node_modules'), { recursive: true })
  await symlink(installed, join(folder, 'user', 'node_modules', 'plotgate'))
  const program = `import { createRenderer } from 'plotgate'
const renderer = createRenderer({ workers: 1 })
try {
  const { bytes, mediaType } = await renderer.render({ data: [{ y: [1, 2] }] }, { format: 'svg', width: 300 })
  console.log(mediaType, new TextDecoder().decode(bytes).includes('width="300"'))
  await renderer.render({ data: [{ type: 'barr' }] }).catch(({ code }) => console.log(code))
  await renderer.render({ data: [{ y: [1n] }] }).catch(({ code, message }) => console.log(code, message))
  const lists = await renderer.render({ data: [{ y: [1, 2.5] }] }, { format: 'svg' })
  const typed = await renderer.render({ data: [{ y: new Float64Array([1, 2.5]) }] }, { format: 'svg' })
  console.log(new TextDecoder().decode(typed.bytes) === new TextDecoder().decode(lists.bytes))
} finally {
  await renderer.close()
}
`
  const file = join(folder, 'user', 'program.mts')
  await writeFile(file, program)
  const { stdout } = await run(process.execPath, [file], { cwd: join(folder, 'user') })
  const unwritable = 'invalid_json the figure has no form in JSON: Do not know how to serialize a BigInt'
  expect(stdout).toBe(`image/svg+xml; charset=utf-8 true\ninvalid_figure\n${unwritable}\ntrue\n`)
  const checks = ['--ignoreConfig', '--noEmit', '--strict', '--target', 'es2024']
  const types = ['--typeRoots', join(root, 'node_modules', '@types'), '--types', 'node']
  for (const [module, resolution] of [
    ['nodenext', 'nodenext'],
    ['node16', 'node16'],
    ['esnext', 'bundler'],
  ]) {
    const modules = [`--module ${module}`, `--moduleResolution ${resolution}`].flatMap(each =>
      each.split(' '),
    )
    await run(join(root, 'node_modules', '.bin', 'tsc'), [...checks, ...modules, ...types, file])
  }
})
