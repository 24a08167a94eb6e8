/** What deploy/ and docs/operations.md name is what the service has: its variables, its metrics, files that can be read. */

import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from '@jest/globals'
import pino from 'pino'
import { parse, parseAllDocuments } from 'yaml'
import { variables } from '../../src/config/variables.ts'
import { accessLog } from '../../src/http/middleware/access-log.ts'
import { createMetrics } from '../../src/metrics.ts'

const root = join(import.meta.dirname, '..', '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const files = (pattern: string) => globSync(pattern, { cwd: root }).sort()

interface Service {
  readonly image?: string
  readonly environment?: Readonly<Record<string, string>>
  readonly ports?: readonly string[]
  readonly mem_limit?: string
  readonly read_only?: boolean
  readonly cap_drop?: readonly string[]
  readonly security_opt?: readonly string[]
  readonly stop_grace_period?: string
  readonly healthcheck?: { readonly test?: readonly string[] }
}
const servicesOf = (path: string) =>
  Object.entries((parse(read(path), { merge: true }) as { services: Record<string, Service> }).services)

/** Of the system, of the compose file itself or of another image: not of the service. */
const foreign = [
  'NODE_ENV',
  'HOME',
  'XDG_CACHE_HOME',
  'MEMORY',
  'MONGODB_PASSWORD',
  'REDIS_PASSWORD',
  // Read by SDKs.
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'SECCOMP_PROFILE',
]
const known = new Set([...Object.keys(variables), ...foreign])
const own = files('deploy/compose/*.yml')
const profilePath = 'deploy/seccomp/browser.json'

test('the container asks for its health at the port that it was given', async () => {
  const [, line = ''] = /^HEALTHCHECK[^\n]*\n *CMD (.*)$/m.exec(read('Dockerfile')) ?? []
  const [, ...words] = JSON.parse(line) as string[]
  const asked: unknown[] = []
  const server = createServer((request, response) => {
    asked.push(request.url)
    response.end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  try {
    await promisify(execFile)(process.execPath, words, { env: { PORT: String(port) } })
  } finally {
    server.close()
  }
  expect(asked).toEqual(['/healthz'])
})

describe('compose', () => {
  test.each(own)('%s sets variables that there are', path => {
    const named = [...read(path).matchAll(/(?<!\$)\$\{(\w+)/g)].map(([, name]) => name ?? '')
    const set = servicesOf(path).flatMap(([, { image, environment = {} }]) =>
      image ? [] : Object.keys(environment),
    )
    expect(set.length).toBeGreaterThan(0)
    expect([...named, ...set].filter(name => !known.has(name))).toEqual([])
  })

  test.each(own)('%s publishes no store, bounds memory and drops privileges', path => {
    for (const [name, service] of servicesOf(path)) {
      const isStore = name === 'mongo' || name === 'redis'
      expect([name, isStore && service.ports !== undefined]).toEqual([name, false])
      expect([name, service.mem_limit]).toEqual([name, expect.any(String)])
      if (service.image) continue
      expect([name, service.read_only, service.cap_drop]).toEqual([name, true, ['ALL']])
      expect([name, service.stop_grace_period]).toEqual([name, expect.stringMatching(/^\d{2}s$/)])
    }
  })

  test('a worker is asked for its health where it tells it', () => {
    const { worker } = Object.fromEntries(servicesOf('deploy/compose/cluster.yml'))
    expect(worker?.healthcheck?.test?.join(' ')).toContain(
      `http://${worker?.environment?.HEALTH_ADDRESS}/healthz`,
    )
  })

  test('what draws runs under the profile for browsers, found from either folder', () => {
    for (const [path, name] of [
      ['deploy/compose/single.yml', 'plotgate'],
      ['deploy/compose/cluster.yml', 'worker'],
    ] as const) {
      const options = Object.fromEntries(servicesOf(path))[name]?.security_opt?.join(' ') ?? ''
      const [, profile = ''] = /seccomp=\$\{SECCOMP_PROFILE:-(.+?)\}/.exec(options) ?? []
      expect(join(path, '..', profile)).toBe(profilePath)
    }
    expect(read('deploy/compose/root.env')).toContain(`SECCOMP_PROFILE=${profilePath}\n`)
  })

  test('the file at the root includes files that are there', () => {
    const { include } = parse(read('docker-compose.yml')) as { include: Record<string, string>[] }
    const named = include.flatMap(entry => Object.values(entry))
    expect(named).toContain('deploy/compose/single.yml')
    expect(named.filter(path => !existsSync(join(root, path)))).toEqual([])
  })
})

describe('the profile for browsers', () => {
  const { syscalls, ...profile } = JSON.parse(read(profilePath)) as {
    defaultAction: string
    syscalls: { names: string[]; action: string; args?: { value: number; valueTwo?: number; op: string }[] }[]
  }
  const refusedWith = (flags: number) =>
    syscalls.some(
      ({ names, args }) =>
        names.includes('unshare') &&
        (args ?? []).every(({ value, valueTwo = 0 }) => (flags & value) === valueTwo),
    )

  test('lets the sandbox have namespaces of users, processes and networks, and nobody any other', () => {
    const [user, pid, net, mount, uts] = [0x10000000, 0x20000000, 0x40000000, 0x20000, 0x4000000]
    expect([user, user | pid | net].map(refusedWith)).toEqual([false, false])
    expect([mount, user | mount, uts].map(refusedWith)).toEqual([true, true, true])
  })

  test('refuses by name what changes the machine, and not what the sandbox takes', () => {
    expect(profile.defaultAction).toBe('SCMP_ACT_ALLOW')
    expect(syscalls.every(({ action }) => action === 'SCMP_ACT_ERRNO')).toBe(true)
    const refused = syscalls.filter(({ args }) => args === undefined).flatMap(({ names }) => names)
    expect(refused).toEqual(expect.arrayContaining(['mount', 'bpf', 'keyctl', 'init_module', 'setns']))
    expect(refused.filter(name => ['chroot', 'clone', 'unshare', 'seccomp'].includes(name))).toEqual([])
  })
})

test('the image holds what a published package holds', () => {
  const { files: published } = JSON.parse(read('package.json')) as { files: string[] }
  const copied = [...read('Dockerfile').matchAll(/^COPY --from=build (.*) \S+$/gm)].flatMap(
    ([, paths = '']) => paths.split(' '),
  )
  expect(published.filter(path => !copied.includes(`/app/${path}`))).toEqual([])
})

test('the chart sets variables that there are, and its values can be read', () => {
  const templates = files('deploy/helm/plotgate/templates/*').map(read).join('\n')
  const set = [...templates.matchAll(/\{ name: ([A-Z][A-Z_]+),/g)].map(([, name]) => name ?? '')
  expect(set).toContain('BASE_URL')
  expect(set.filter(name => !known.has(name))).toEqual([])

  const values = parse(read('deploy/helm/plotgate/values.yaml')) as Record<string, unknown>
  const used = [...templates.matchAll(/\.Values((?:\.\w+)+)/g)].map(([, path]) =>
    (path ?? '').slice(1).split('.'),
  )
  for (const path of used) {
    const value = path.reduce<unknown>(
      (at, key) => (at as Record<string, unknown> | undefined)?.[key],
      values,
    )
    expect([path.join('.'), value]).toEqual([path.join('.'), expect.anything()])
  }
})

test('every template of the chart is YAML once its actions are filled in', () => {
  for (const path of files('deploy/helm/plotgate/templates/*.yaml')) {
    const filled = read(path)
      .replace(/^\s*\{\{-.*\}\}$/gm, '')
      .replace(/\{\{.*?\}\}/g, 'x')
    for (const document of parseAllDocuments(filled)) expect([path, document.errors]).toEqual([path, []])
  }
})

test('the systemd unit sets variables that there are', () => {
  const [, set = ''] = /^Environment=(.*)$/m.exec(read('deploy/systemd/plotgate.service')) ?? []
  const names = set.split(' ').map(pair => pair.split('=')[0] ?? '')
  expect(names).toContain('DATA_DIR')
  expect(names.filter(name => !known.has(name))).toEqual([])
})

test.each(['Dockerfile', 'deploy/systemd/plotgate.service', 'bin/plotgate.js'])(
  'a service that %s starts gives freed memory back to the system',
  file => {
    expect(read(file)).toMatch(/MALLOC_TRIM_THRESHOLD_[=:] ?'?131072\b/)
  },
)

test('dashboard, alerts and docs ask for metrics that /metrics has', async () => {
  const stats = { workers: 1, busy: 0, queued: 0, rendered: 0, failed: 0, restarts: 0 }
  const queue = {
    waiting: 0,
    active: 0,
    oldestSeconds: 0,
    failures: 0,
    failedTotal: 0,
    workers: 0,
  }
  const registry = createMetrics({ pool: () => stats, queue: async () => queue, renders: () => true })
  accessLog(pino({ level: 'silent' }), registry)
  const there = new Set((await registry.getMetricsAsJSON()).map(({ name }) => name))
  JSON.parse(read('deploy/grafana/plotgate.json'))
  const { groups } = parse(read('deploy/prometheus/alerts.yml')) as {
    groups: { rules: { expr: string }[] }[]
  }
  expect(groups.flatMap(({ rules }) => rules).every(({ expr }) => expr.length > 0)).toBe(true)

  const naming = ['deploy/grafana/plotgate.json', 'docs/operations.md', ...files('deploy/prometheus/*.yml')]
  for (const path of [...naming, 'deploy/helm/plotgate/templates/worker.yaml']) {
    const named = [...read(path).matchAll(/\bplotgate_\w+/g)].map(([name]) => name)
    expect(named.length).toBeGreaterThan(0)
    const missing = named.filter(
      name => !there.has(name) && !there.has(name.replace(/_(count|sum|bucket)$/, '')),
    )
    expect([path, missing]).toEqual([path, []])
  }
})
