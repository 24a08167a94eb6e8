/**
 * Packs Plotgate, installs the tarball in an empty folder with an empty home, and uses it as a newcomer does: by npx,
 * and by an import with its types. Prints sizes. Exits with 1 if npm warned or something did not work.
 * Usage: npm run check-package
 */

import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { scriptOptions } from './script-options.ts'

scriptOptions()

/** A step that hangs, such as on a registry, is ended and reported. */
const patienceMs = 300_000
const run = (
  command: string,
  args: readonly string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
) => promisify(execFile)(command, args, { ...options, timeout: patienceMs })
const max = 300_000_000
const root = join(import.meta.dirname, '..')
const folder = await mkdtemp(join(tmpdir(), 'plotgate-newcomer-'))
const [home, project] = [join(folder, 'home'), join(folder, 'project')]
/** The current environment, including npm's registry, without what `npm run` sets for this repository. */
const env = {
  ...Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_(?:package|lifecycle|config_local)/.test(name)),
  ),
  HOME: home,
}
const faults: string[] = []

/** In bytes, as the files use the disk. */
async function sizeOf(path: string): Promise<number> {
  const { stdout } = await run('du', ['-s', '--block-size=1', path])
  return Number.parseInt(stdout, 10)
}

const program = `import { createRenderer } from 'plotgate'
const renderer = createRenderer({ workers: 1 })
const { bytes }: { bytes: Uint8Array } = await renderer.render({ data: [{ y: [1, 2] }] })
await renderer.close()
console.log(Buffer.from(bytes).toString('latin1', 1, 4))`

try {
  await Promise.all([home, project].map(path => mkdir(path)))
  await run('npm', ['pack', '--pack-destination', folder], { cwd: root })
  const [tarball = ''] = (await readdir(folder)).filter(name => name.endsWith('.tgz'))
  const { stderr } = await run('npm', ['install', join(folder, tarball)], { cwd: project, env })
  if (/warn/i.test(stderr)) faults.push(stderr)
  await writeFile(join(project, 'figure.json'), '{"data":[{"y":[1,2]}]}')
  await run('npx', ['--no-install', 'plotgate', 'render', 'figure.json'], { cwd: project, env })
  await writeFile(join(project, 'program.mts'), program)
  const strict = ['--ignoreConfig', '--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2024']
  const types = ['--typeRoots', join(root, 'node_modules', '@types'), '--types', 'node']
  await run(join(root, 'node_modules', '.bin', 'tsc'), [...strict, ...types, 'program.mts'], { cwd: project })
  const { stdout } = await run(process.execPath, ['program.mts'], { cwd: project, env })
  if (stdout !== 'PNG\n') faults.push(`the library drew ${stdout}`)

  const installed = await sizeOf(join(project, 'node_modules'))
  if (installed > max) faults.push(`${installed} bytes are installed, more than ${max}`)
  const megabytes = (bytes: number) => `${Math.round(bytes / 1_000_000)} MB`
  console.log(`installed: ${megabytes(installed)}, the packed browser among them`)
  for (const name of await readdir(join(home, '.cache', 'plotgate'))) {
    const size = await sizeOf(join(home, '.cache', 'plotgate', name))
    console.log(`unpacked at first use: ${name}, ${megabytes(size)}`)
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}
for (const fault of faults) console.error(fault)
process.exitCode = faults.length > 0 ? 1 : 0
