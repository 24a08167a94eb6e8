/**
 * Generates clients from the OpenAPI document of a running service and builds them; each creates, reads, draws and
 * deletes a graph. Installs what it needs from the package registries; python, go and java need those languages' own
 * tools and Maven. Exits with 1 if a client failed.
 * Usage: npm run generated-clients [-- NAME …]
 * NAME: openapi-typescript, hey-api, lint, or, of two releases of openapi-generator, python, go, java, axios, fetch
 */

import { spawn } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serve } from '../test/support/command.ts'
import { scriptOptions } from './script-options.ts'

/** The current release of openapi-generator and the one before. */
const generators = ['7.25.0', '7.24.0'] as const
const drivers = join(import.meta.dirname, 'generated-clients')

/** Runs to the end, for at most five minutes; what it prints is shown when it fails. */
async function run(command: string, args: readonly string[], cwd = folder): Promise<void> {
  const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'], timeout: 300_000 })
  const printed: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => printed.push(String(chunk)))
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}:\n${printed.join('')}`)
}

type Login = readonly [url: string, key: string]
type Client = (login: Login) => Promise<void>

/** A folder of its own for each client. */
async function folderOf(name: string): Promise<string> {
  const own = inFolder(name)
  await mkdir(own, { recursive: true })
  return own
}

async function npmInstall(cwd: string, ...packages: readonly string[]): Promise<void> {
  await writeFile(join(cwd, 'package.json'), '{}')
  await run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...packages], cwd)
}

/** Type-checks and compiles the driver with the client it imports, and runs it. */
async function runTypescript(cwd: string, driver: string, login: Login): Promise<void> {
  await copyFile(join(drivers, driver), join(cwd, 'driver.ts'))
  const look = ['--strict', '--skipLibCheck', '--esModuleInterop', '--target', 'es2022', '--types', 'node']
  await run('npx', ['--no-install', 'tsc', ...look, '--module', 'commonjs', 'driver.ts'], cwd)
  await run(process.execPath, ['driver.js', ...login], cwd)
}

const typescriptTools = ['typescript@5.9.3', '@types/node@24']

/** What openapi-generator makes, in a folder below `cwd`. */
async function generate(
  release: string,
  cwd: string,
  language: string,
  ...options: readonly string[]
): Promise<string> {
  const copy = 'org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy'
  const artifact = `org.openapitools:openapi-generator-cli:${release}`
  await run('mvn', ['-q', '-B', copy, `-Dartifact=${artifact}`, `-DoutputDirectory=${folder}`])
  const jar = inFolder(`openapi-generator-cli-${release}.jar`)
  const to = join(cwd, 'client')
  await run('java', ['-jar', jar, 'generate', '-g', language, '-i', document, '-o', to, ...options])
  return to
}

const generatedBy = (release: string): Record<string, Client> => ({
  async python(login) {
    const cwd = await folderOf(`python-${release}`)
    const client = await generate(release, cwd, 'python')
    await run('python3', ['-m', 'venv', 'venv'], cwd)
    const python = join(cwd, 'venv', 'bin', 'python')
    await run(python, ['-m', 'pip', 'install', '--quiet', client])
    await run(python, [join(drivers, 'client.py'), ...login])
  },

  async go(login) {
    const client = await generate(release, await folderOf(`go-${release}`), 'go')
    // The driver becomes a test of the package: so it needs no module of its own.
    await copyFile(join(drivers, 'client.go'), join(client, 'service_test.go'))
    await rm(join(client, 'test'), { recursive: true, force: true })
    await run('go', ['mod', 'tidy'], client)
    await run('go', ['test', '-run', 'TestService', '.', '-args', ...login], client)
  },

  async java(login) {
    const client = await generate(release, await folderOf(`java-${release}`), 'java', '--library', 'native')
    const quiet = ['-q', '-B', '-Dmaven.javadoc.skip=true', '-DskipTests']
    await run('mvn', [...quiet, 'compile', 'dependency:build-classpath', '-Dmdep.outputFile=path'], client)
    const path = `${join('target', 'classes')}:${(await readFile(join(client, 'path'), 'utf8')).trim()}`
    await run('java', ['-cp', path, join(drivers, 'Client.java'), ...login], client)
  },

  async axios(login) {
    const cwd = await folderOf(`axios-${release}`)
    await generate(release, cwd, 'typescript-axios')
    await npmInstall(cwd, ...typescriptTools, 'axios@1')
    await runTypescript(cwd, 'client-axios.ts', login)
  },

  async fetch(login) {
    const cwd = await folderOf(`fetch-${release}`)
    await generate(release, cwd, 'typescript-fetch')
    await npmInstall(cwd, ...typescriptTools)
    await runTypescript(cwd, 'client-fetch.ts', login)
  },
})

const clients: readonly (readonly [name: string, release: string, client: Client])[] = [
  ['openapi-typescript', '7.13.0', viaOpenapiTypescript],
  ['hey-api', '0.99.0', viaHeyApi],
  ['lint', '', lint],
  ...generators.flatMap(release =>
    Object.entries(generatedBy(release)).map(([name, client]) => [name, release, client] as const),
  ),
]

async function viaOpenapiTypescript(login: Login): Promise<void> {
  const cwd = await folderOf('openapi-typescript')
  await npmInstall(cwd, ...typescriptTools, 'openapi-typescript@7.13.0', 'openapi-fetch@0.17.0')
  await run('npx', ['--no-install', 'openapi-typescript', document, '-o', 'schema.d.ts'], cwd)
  await runTypescript(cwd, 'client.ts', login)
}

async function viaHeyApi(login: Login): Promise<void> {
  const cwd = await folderOf('hey-api')
  await npmInstall(cwd, ...typescriptTools, '@hey-api/openapi-ts@0.99.0')
  const made = ['-i', document, '-o', 'client', '-c', '@hey-api/client-fetch']
  await run('npx', ['--no-install', 'openapi-ts', ...made], cwd)
  await runTypescript(cwd, 'client-hey-api.ts', login)
}

/**
 * No client: what the linters of redocly and spectral find. Operations that take nothing refuse nothing; and a graph_id
 * has no dot, which keeps the paths of files apart.
 */
async function lint(): Promise<void> {
  const cwd = await folderOf('lint')
  const rules = { 'operation-4xx-response': 'off', 'no-ambiguous-paths': 'off' }
  await writeFile(join(cwd, 'redocly.yaml'), JSON.stringify({ extends: ['recommended-strict'], rules }))
  await writeFile(join(cwd, '.spectral.json'), JSON.stringify({ extends: 'spectral:oas' }))
  await npmInstall(cwd, '@redocly/cli@2.77.0', '@stoplight/spectral-cli@6.16.3')
  await run('npx', ['--no-install', 'redocly', 'lint', '--config', 'redocly.yaml', document], cwd)
  const strict = ['--ruleset', '.spectral.json', '--fail-severity', 'hint']
  await run('npx', ['--no-install', 'spectral', 'lint', document, ...strict], cwd)
}

const { words: asked } = scriptOptions({ words: [...new Set(clients.map(([name]) => name))] })
const folder = await mkdtemp(join(tmpdir(), 'plotgate-clients-'))
const document = inFolder('openapi.json')

function inFolder(...parts: readonly string[]): string {
  return join(folder, ...parts)
}

const server = await serve({ DATA_DIR: inFolder('data'), RENDER_WORKERS: '1' })
const key = /pg_\w+/.exec(server.greeting)?.[0] ?? ''
let failed = 0
try {
  await writeFile(document, await (await fetch(`${server.baseUrl}/v1/openapi.json`)).text())
  for (const [name, release, client] of clients) {
    if (asked.length > 0 && !asked.includes(name)) continue
    const fault = await client([server.baseUrl, key]).then(() => null, String)
    console.log(`${[name, release].join(' ').trim()}: ${fault ?? 'works'}`)
    if (fault) failed++
  }
} finally {
  server.child.kill()
  await server.exited
  await rm(folder, { recursive: true, force: true })
}
process.exitCode = failed > 0 ? 1 : 0
