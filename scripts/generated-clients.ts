/**
 * Generates clients from the OpenAPI document of a running service, builds them, and has each create, read, draw and
 * delete. Usage: npm run generated-clients [-- typescript python go java lint]
 * Brings what it needs from the package registries, by npm, and for python, go and java by Maven and those languages'
 * own tools, which must be there. Ends with 1 where a client failed.
 */

import { spawn } from 'node:child_process'
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serve } from '../test/support/command.ts'

const generator = '7.14.0'
const drivers = join(import.meta.dirname, 'generated-clients')
const folder = await mkdtemp(join(tmpdir(), 'plotgate-clients-'))
const inFolder = (...parts: readonly string[]) => join(folder, ...parts)
const document = inFolder('openapi.json')

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

async function generate(language: string, ...options: readonly string[]): Promise<string> {
  const copy = 'org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy'
  const artifact = `org.openapitools:openapi-generator-cli:${generator}`
  await run('mvn', ['-q', '-B', copy, `-Dartifact=${artifact}`, `-DoutputDirectory=${folder}`])
  const jar = inFolder(`openapi-generator-cli-${generator}.jar`)
  const to = inFolder(language)
  await run('java', ['-jar', jar, 'generate', '-g', language, '-i', document, '-o', to, ...options])
  return to
}

type Login = readonly [url: string, key: string]

const clients: Record<string, (login: Login) => Promise<void>> = {
  async typescript(login) {
    await writeFile(inFolder('package.json'), '{"type":"module"}')
    const tools = ['openapi-typescript@7.13.0', 'openapi-fetch@0.17.0', 'typescript@5.9.3', '@types/node@24']
    await run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...tools])
    await run('npx', ['--no-install', 'openapi-typescript', document, '-o', 'schema.d.ts'])
    await copyFile(join(drivers, 'client.ts'), inFolder('client.ts'))
    const strict = [
      '--strict',
      '--module',
      'nodenext',
      '--target',
      'es2023',
      '--skipLibCheck',
      '--types',
      'node',
    ]
    await run('npx', ['--no-install', 'tsc', ...strict, 'client.ts'])
    await run(process.execPath, ['client.js', ...login])
  },

  async python(login) {
    const client = await generate('python')
    await run('python3', ['-m', 'venv', 'venv'])
    const python = inFolder('venv', 'bin', 'python')
    await run(python, ['-m', 'pip', 'install', '--quiet', client])
    await run(python, [join(drivers, 'client.py'), ...login])
  },

  async go(login) {
    const client = await generate('go')
    // The driver becomes a test of the package: so it needs no module of its own.
    await copyFile(join(drivers, 'client.go'), join(client, 'service_test.go'))
    await rm(join(client, 'test'), { recursive: true, force: true })
    await run('go', ['mod', 'tidy'], client)
    await run('go', ['test', '-run', 'TestService', '.', '-args', ...login], client)
  },

  /**
   * No client: what redocly's linter finds. Operations that take nothing refuse nothing; and a graph_id has no dot,
   * which keeps the paths of files apart.
   */
  async lint() {
    await writeFile(inFolder('package.json'), '{"type":"module"}')
    const rules = { 'operation-4xx-response': 'off', 'no-ambiguous-paths': 'off' }
    await writeFile(inFolder('redocly.yaml'), JSON.stringify({ extends: ['recommended-strict'], rules }))
    await run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', '@redocly/cli@2.77.0'])
    await run('npx', ['--no-install', 'redocly', 'lint', '--config', 'redocly.yaml', document])
  },

  /** Compiled only. */
  async java() {
    const client = await generate('java', '--library', 'native')
    await run('mvn', ['-q', '-B', '-Dmaven.javadoc.skip=true', 'compile'], client)
  },
}

const asked = process.argv.slice(2)
const unknown = asked.filter(name => !(name in clients))
if (unknown.length > 0)
  throw new Error(`no such client: ${unknown.join(', ')}; there are ${Object.keys(clients).join(', ')}`)

const server = await serve({ DATA_DIR: inFolder('data'), RENDER_WORKERS: '1' })
const key = /pg_\w+/.exec(server.greeting)?.[0] ?? ''
let failed = 0
try {
  await writeFile(document, await (await fetch(`${server.baseUrl}/v1/openapi.json`)).text())
  for (const [name, client] of Object.entries(clients)) {
    if (asked.length > 0 && !asked.includes(name)) continue
    const fault = await client([server.baseUrl, key]).then(() => null, String)
    console.log(`${name}: ${fault ?? 'works'}`)
    if (fault) failed++
  }
} finally {
  server.child.kill()
  await server.exited
  await rm(folder, { recursive: true, force: true })
}
process.exitCode = failed > 0 ? 1 : 0
