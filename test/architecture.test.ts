/** The dependency rules of docs/architecture.md, and that the tree it draws is the tree there is. */

import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, test } from '@jest/globals'

const root = join(import.meta.dirname, '..')

/** Each module of src, and the modules it may import besides itself. Types count like everything else. */
const dependencies: Readonly<Record<string, readonly string[]>> = {
  errors: [],
  'package-files.ts': [],
  'log.ts': [],
  'release.ts': [],
  'config-kinds.ts': [],
  'config-variables.ts': ['config-kinds.ts'],
  'config.ts': ['config-kinds.ts', 'config-variables.ts', 'errors', 'log.ts'],
  async: ['errors'],
  plotly: ['errors', 'package-files.ts'],
  browser: ['plotly'],
  bundling: ['errors', 'plotly', 'package-files.ts'],
  domain: ["errors", "async", "plotly", "release.ts"],
  'metrics.ts': ['domain'],
  accounts: ['domain', 'errors', 'async'],
  parsing: ['domain', 'errors', 'async', 'plotly'],
  storage: ['domain', 'errors', 'async'],
  rendering: ['domain', 'errors', 'async', 'plotly', 'browser', 'bundling', 'package-files.ts'],
  'job-queue': ['domain', 'errors', 'async'],
  tracing: ['domain', 'http', 'job-queue'],
  http: ['domain', 'accounts', 'errors', 'async', 'config.ts', 'log.ts'],
  api: ['http', 'domain', 'accounts', 'errors', 'async', 'plotly', 'log.ts'],
  web: [
    ...['http', 'api', 'domain', 'accounts', 'errors', 'async', 'plotly', 'browser', 'bundling'],
    'package-files.ts',
  ],
  'server.ts': ['http', 'api', 'web'],
  composition: [
    ...['domain', 'accounts', 'storage', 'rendering', 'job-queue', 'http', 'tracing'],
    ...['errors', 'async', 'config.ts', 'log.ts', 'metrics.ts', 'release.ts'],
  ],
  'app.ts': [
    ...['composition', 'domain', 'parsing', 'storage', 'server.ts'],
    ...['async', 'config.ts', 'log.ts'],
  ],
  cli: [
    ...[
      'domain',
      'accounts',
      'parsing',
      'storage',
      'rendering',
      'job-queue',
      'http',
      'web',
      'app.ts',
      'composition',
    ],
    ...['errors', 'async', 'plotly', 'config.ts', 'config-variables.ts', 'log.ts'],
  ],
  'library.ts': ['domain', 'rendering', 'web', 'errors'],
  'main.ts': ['cli', 'storage', 'errors', 'config.ts', 'release.ts'],
}

/** The part of `api` and `web` that may import another part of the same module. */
const innerDependencies: Readonly<Record<string, readonly string[]>> = {
  'api/rest': [],
  'api/graphql': ['api/rest'],
  'api/openapi': ['api/rest'],
  'web/styles': ['web/layout'],
  'web/layout': ['web/styles'],
  'web/site': ['web/layout', 'web/styles'],
  'web/account': ['web/layout', 'web/styles', 'web/graph'],
  'web/share': ['web/layout', 'web/account', 'web/graph'],
  'web/graph': ['web/layout', 'web/styles', 'web/site'],
  'web/graphiql': ['web/layout', 'web/styles'],
}

const moduleOf = (file: string): string => file.split('/')[0] ?? ''
const partOf = (file: string): string => file.split('/').slice(0, 2).join('/')

const sources = globSync('**/*.ts', { cwd: join(root, 'src') }).map(file => file.replaceAll('\\', '/'))
const importLine = /(?:from|import)\s*\(?\s*'(\.[^']+)'/g

const imports = sources.flatMap(from =>
  [...readFileSync(join(root, 'src', from), 'utf8').matchAll(importLine)].map(([, to = '']) => ({
    from,
    to: normalize(join(dirname(from), to)).replaceAll('\\', '/'),
  })),
)

/** The first import circle that is found, as the files along it; empty where there is none. */
function importCircle(): readonly string[] {
  const targets = Map.groupBy(imports, ({ from }) => from)
  const finished = new Set<string>()
  function visit(file: string, path: readonly string[]): readonly string[] {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file]
    if (finished.has(file)) return []
    for (const { to } of targets.get(file) ?? []) {
      const circle = visit(to, [...path, file])
      if (circle.length > 0) return circle
    }
    finished.add(file)
    return []
  }
  return sources.map(file => visit(file, [])).find(circle => circle.length > 0) ?? []
}

describe('the dependency rules', () => {
  test.each(Object.keys(dependencies))('%s imports only the modules it may', name => {
    const allowed = [name, ...(dependencies[name] ?? [])]
    const wrong = imports.filter(({ from, to }) => moduleOf(from) === name && !allowed.includes(moduleOf(to)))
    expect(wrong).toEqual([])
  })

  test.each(Object.keys(innerDependencies))('%s imports only the parts of its module it may', part => {
    const allowed = [part, ...(innerDependencies[part] ?? [])]
    const wrong = imports.filter(
      ({ from, to }) =>
        partOf(from) === part && moduleOf(to) === moduleOf(part) && !allowed.includes(partOf(to)),
    )
    expect(wrong).toEqual([])
  })

  test('every module of src is in the table', () => {
    expect(Object.keys(dependencies)).toEqual(expect.arrayContaining([...new Set(sources.map(moduleOf))]))
  })

  test('no import circle, type imports included', () => {
    expect(importCircle()).toEqual([])
  })

  test('no file reads another module by its path', () => {
    const path = /new URL\(\s*[`'](\.\.?\/[^`']*)[`']\s*,\s*import\.meta\.url/g
    const readings = sources.flatMap(from =>
      [...readFileSync(join(root, 'src', from), 'utf8').matchAll(path)].map(([, to = '']) => ({
        from,
        to: normalize(join(dirname(from), to)).replaceAll('\\', '/'),
      })),
    )
    expect(readings.length).toBeGreaterThan(0)
    // The program reads its own package.json; everything else lies in its own module.
    expect(
      readings.filter(({ from, to }) => moduleOf(from) !== moduleOf(to) && to !== '../package.json'),
    ).toEqual([])
  })

  test('code that runs in a browser imports no package and nothing of Node', () => {
    const named = /(?:from|import)\s*\(?\s*'([^.'][^']*)'/g
    const packages = sources
      .filter(file => moduleOf(file) === 'browser')
      .flatMap(file => [...readFileSync(join(root, 'src', file), 'utf8').matchAll(named)])
      .map(([, name]) => name)
    expect(packages).toEqual([])
  })

  test('no other module runs code of the browser module: it reaches browsers as a bundle', () => {
    const values = /^(?:import|export) (?!type )[^']*'(\.[^']*\/browser\/[^']*)'/gm
    const users = sources
      .filter(file => moduleOf(file) !== 'browser')
      .flatMap(file => [...readFileSync(join(root, 'src', file), 'utf8').matchAll(values)])
      .map(([line]) => line)
    expect(users).toEqual([])
  })

  test('tracing is loaded on demand: nothing else imports it at its start, or the packages it stands on', () => {
    const users = sources
      .filter(file => moduleOf(file) !== 'tracing')
      .flatMap(file => {
        const text = readFileSync(join(root, 'src', file), 'utf8')
        return [
          ...text.matchAll(
            /^(?:import|export) (?!type )[^']*'(?:@opentelemetry\/|\.[^']*\/tracing\/)[^']*'/gm,
          ),
        ]
      })
      .map(([line]) => line)
    expect(users).toEqual([])
  })

  test.each(['koa', 'mongodb', 'puppeteer-core', 'puppeteer-cluster', 'graphql', 'node:sqlite', 'node:http'])(
    'the domain knows no %s',
    name => {
      const users = sources.filter(
        file =>
          file.startsWith('domain/') &&
          new RegExp(`(from|import\\() ?'${name}[/']`).test(readFileSync(join(root, 'src', file), 'utf8')),
      )
      expect(users).toEqual([])
    },
  )
})

test('no file of the service is longer than 250 lines, and most are under 90', () => {
  const files = globSync('src/**/*.ts', { cwd: root }).filter(file => !/generated|\.d\.ts$/.test(file))
  const lengths = files.map(file => ({
    file,
    lines: readFileSync(join(root, file), 'utf8').trimEnd().split('\n').length,
  }))
  expect(lengths.filter(({ lines }) => lines > 250)).toEqual([])
  const sorted = lengths.map(({ lines }) => lines).sort((a, b) => a - b)
  expect(sorted[Math.floor(sorted.length / 2)]).toBeLessThan(90)
})

test('a type that is overruled has its reason beside it', () => {
  const unexplained = sources.flatMap(file => {
    const lines = readFileSync(join(root, 'src', file), 'utf8').split('\n')
    const explained = (at: number) =>
      lines.slice(Math.max(0, at - 3), at + 1).some(line => /\/\/ |\*\//.test(line))
    return lines.flatMap((line, at) =>
      line.includes('as unknown as') && !explained(at) ? [`${file}:${at + 1}`] : [],
    )
  })
  expect(unexplained).toEqual([])
})

describe('docs/architecture.md', () => {
  const text = readFileSync(join(root, 'docs', 'architecture.md'), 'utf8')
  const drawn = [...text.matchAll(/^(?:[ │├└─]*)([\w.-]+\/)\s{2,}/gm)].map(([, name = '']) => name)

  test('draws every module of src', () => {
    const folders = [...new Set(sources.map(moduleOf))].filter(name => !name.endsWith('.ts'))
    expect(drawn).toEqual(expect.arrayContaining(folders.map(folder => `${folder}/`)))
  })

  test('draws no module that is not there', () => {
    const tree = text.slice(text.indexOf('├── main.ts'), text.indexOf('schema/  '))
    for (const [, name = ''] of tree.matchAll(/^[├└]── ([\w.-]+\/)/gm)) {
      expect(existsSync(join(root, 'src', name))).toBe(true)
    }
  })

  test.each(
    [...text.matchAll(/`((?:src|test|scripts|schema|docs|bin)\/[\w./-]+)`/g)].map(([, path = '']) => path),
  )('names %s, which exists', path => {
    expect(existsSync(join(root, path))).toBe(true)
  })
})
