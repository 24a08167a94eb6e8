/**
 * The files of deploy/ by the programs that will read them, where a machine has these: `scripts/deploy-tools.sh install`
 * brings those that are not in every distribution. What the chart makes is checked against Kubernetes' own schemas.
 */

import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from '@jest/globals'
import { Deployment } from 'kubernetes-models/apps/v1/Deployment'
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget'
import { Service } from 'kubernetes-models/v1/Service'
import { parseAllDocuments } from 'yaml'

const root = join(import.meta.dirname, '..', '..')
const cache = process.env.XDG_CACHE_HOME ?? join(process.env.HOME ?? tmpdir(), '.cache')
const tools = process.env.DEPLOY_TOOLS_DIR ?? join(cache, 'plotgate', 'deploy-tools')
const folder = mkdtempSync(join(tmpdir(), 'plotgate-deploy-'))
const env = { ...process.env, PATH: `${tools}:${process.env.PATH}:/usr/sbin`, XDG_DATA_HOME: folder }
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function run(program: string, ...words: string[]) {
  const { status, stdout, stderr } = spawnSync(program, words, { cwd: root, env, encoding: 'utf8' })
  return { status, stdout, told: `${stdout}${stderr}` }
}

/** Runs where the program is there, and says aloud where it is not. */
function testWith(program: string, name: string, work: () => void): void {
  const there = spawnSync('sh', ['-c', `command -v ${program}`], { env }).status === 0
  if (!there) console.warn(`SKIPPED: ${name}: ${program} is not on the PATH`)
  ;(there ? test : test.skip)(name, work)
}

testWith('promtool', 'Prometheus takes the alerts', () => {
  expect(run('promtool', 'check', 'rules', 'deploy/prometheus/alerts.yml')).toMatchObject({ status: 0 })
})

testWith('caddy', 'Caddy takes its file', () => {
  expect(
    run('caddy', 'validate', '--adapter', 'caddyfile', '--config', 'deploy/caddy/Caddyfile'),
  ).toMatchObject({ status: 0 })
})

testWith('systemd-analyze', 'systemd takes the unit', () => {
  expect(run('systemd-analyze', 'verify', 'deploy/systemd/plotgate.service')).toMatchObject({ status: 0 })
})

describe('nginx', () => {
  /** As a whole configuration, with a certificate and folders that are there. */
  function wrap(name: string): string {
    const key = join(folder, 'key.pem')
    const certificate = join(folder, 'certificate.pem')
    const made = run(
      'openssl',
      ...'req -x509 -newkey rsa:2048 -nodes -subj /CN=graphs.example.org -days 1'.split(' '),
      ...['-keyout', key, '-out', certificate],
    )
    expect(made).toMatchObject({ status: 0 })
    const text = readFileSync(join(root, 'deploy', 'nginx', name), 'utf8')
      .replace(/\/etc\/letsencrypt\S+\/fullchain\.pem/, certificate)
      .replace(/\/etc\/letsencrypt\S+\/privkey\.pem/, key)
      // nginx creates this folder, but not those above it, of which only this one is on every system.
      .replace(/proxy_cache_path \/var\/cache\/(?=[\w-]+ )/, `proxy_cache_path ${folder}/`)
      .replace(/listen 80;/g, 'listen 127.0.0.1:18080;')
      .replace(/listen 443 /g, 'listen 127.0.0.1:18443 ')
    const path = join(folder, name)
    writeFileSync(path, `pid ${folder}/pid;\nevents {}\nhttp {\naccess_log off;\n${text}\n}\n`)
    return path
  }

  for (const name of ['plotgate.conf', 'cluster.conf']) {
    testWith('nginx', `takes ${name}`, () => {
      const path = wrap(name)
      expect(run('nginx', '-t', '-e', join(folder, 'errors'), '-p', folder, '-c', path)).toMatchObject({
        status: 0,
      })
    })
  }
})

for (const name of ['single', 'cluster']) {
  testWith('compose-reader', `Compose takes ${name}.yml`, () => {
    expect(run('compose-reader', '-no-interpolation', `deploy/compose/${name}.yml`)).toMatchObject({
      status: 0,
    })
  })
}

describe('the chart', () => {
  const kinds = { Deployment, HorizontalPodAutoscaler, PodDisruptionBudget, Service }
  const all = [
    '--set=artifacts.store=s3://graphs/images,artifacts.endpoint=https://s3.example.org',
    '--set=tracing.endpoint=http://collector:4318,tracing.share=0.1',
    '--set=worker.targetQueueSeconds=5,worker.seccompProfile=profiles/plotgate.json',
  ]
  const chart = 'deploy/helm/plotgate'

  for (const [words, what] of [
    [[], 'its own values'],
    [all, 'every value set'],
  ] as const) {
    testWith('helm', `makes what Kubernetes takes of ${what}`, () => {
      const made = run('helm', 'template', 'graphs', chart, ...words)
      expect([made.status, made.told]).toEqual([0, made.told])
      const documents = parseAllDocuments(made.stdout).map(
        document => document.toJS() as { kind: keyof typeof kinds },
      )
      expect(documents.map(({ kind }) => kind).sort()).toEqual([
        ...['Deployment', 'Deployment', 'HorizontalPodAutoscaler'],
        ...['PodDisruptionBudget', 'PodDisruptionBudget', 'Service'],
      ])
      for (const document of documents) new kinds[document.kind](document as never).validate()
    })
  }

  testWith('helm', 'takes no value that it does not know', () => {
    expect(run('helm', 'lint', chart)).toMatchObject({ status: 0 })
    for (const wrong of [
      'worker.page=3',
      'baseUrl=graphs.example.org',
      'gateway.replicas=0',
      'tracing.share=2',
    ])
      expect([wrong, run('helm', 'template', 'graphs', chart, '--set', wrong).status]).toEqual([wrong, 1])
  })
})
