/** The dependency rules of docs/architecture.md, and that the tree it draws is the tree there is. */

import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'
import { describe, expect, test } from '@jest/globals'

const root = join(import.meta.dirname, '..', '..')

/** Each module of src, and the modules it imports besides itself. Types count like everything else. */
const dependencies: Readonly<Record<string, readonly string[]>> = {
  errors: [],
  'atomic-file.ts': [],
  'bytes.ts': [],
  'folder.ts': [],
  'package-files.ts': [],
  'log.ts': [],
  'release.ts': [],
  config: [],
  async: [],
  plotly: ['package-files.ts'],
  browser: ['plotly'],
  bundling: ['plotly', 'async', 'atomic-file.ts', 'package-files.ts'],
  domain: ['errors', 'async', 'plotly', 'bytes.ts', 'release.ts'],
  'metrics.ts': ['domain'],
  accounts: ['domain', 'errors', 'async'],
  parsing: ['domain', 'errors', 'plotly', 'bytes.ts'],
  storage: ['domain', 'errors', 'async', 'bytes.ts', 'folder.ts'],
  rendering: [
    ...['domain', 'errors', 'async', 'plotly', 'browser', 'bundling'],
    ...['atomic-file.ts', 'folder.ts', 'package-files.ts'],
  ],
  'job-queue': ['domain', 'errors', 'async'],
  tracing: ['domain', 'http', 'job-queue', 'async'],
  http: ['domain', 'accounts', 'errors', 'async', 'bytes.ts', 'config', 'log.ts'],
  api: ['http', 'domain', 'accounts', 'errors', 'async', 'plotly', 'bytes.ts', 'log.ts'],
  web: [
    ...['http', 'api', 'domain', 'accounts', 'errors', 'async', 'plotly'],
    ...['browser', 'bundling', 'bytes.ts', 'package-files.ts'],
  ],
  'server.ts': ['http', 'api', 'web'],
  composition: [
    ...['domain', 'accounts', 'storage', 'rendering', 'job-queue', 'http', 'tracing'],
    ...['errors', 'async', 'config', 'log.ts', 'metrics.ts', 'release.ts'],
  ],
  'app.ts': ['composition', 'domain', 'parsing', 'storage', 'server.ts', 'config', 'log.ts'],
  cli: [
    ...['domain', 'accounts', 'storage', 'rendering', 'job-queue', 'http', 'web', 'app.ts', 'composition'],
    ...['errors', 'async', 'plotly', 'atomic-file.ts', 'folder.ts', 'config', 'log.ts'],
  ],
  'library.ts': ['domain', 'rendering', 'web', 'errors', 'async'],
  'main.ts': ['cli', 'storage', 'errors', 'config', 'release.ts'],
}

/** Each part of a module, and the parts of the same module it imports; files of no part go by the module's name. */
const innerDependencies: Readonly<Record<string, readonly string[]>> = {
  accounts: ['accounts/api-keys'],
  'accounts/api-keys': ['accounts'],
  api: [],
  'api/rest': [],
  'api/graphql': [],
  'api/openapi': ['api/rest'],
  browser: [],
  'browser/dom': [],
  'browser/embed': [],
  'browser/account': ['browser/dom'],
  'browser/figure': ['browser'],
  'browser/renderer': ['browser', 'browser/figure'],
  'browser/viewer': ['browser', 'browser/dom', 'browser/figure'],
  'browser/preview': ['browser', 'browser/dom', 'browser/figure', 'browser/viewer'],
  'browser/share': ['browser', 'browser/account', 'browser/dom'],
  'browser/sharing': ['browser/dom'],
  'browser/following': ['browser/dom', 'browser/viewer'],
  'browser/table': ['browser/viewer'],
  bundling: ['bundling/library'],
  'bundling/library': ['bundling'],
  domain: ['domain/figure', 'domain/graph', 'domain/image'],
  'domain/figure': [],
  'domain/graph': ['domain', 'domain/figure'],
  'domain/image': ['domain', 'domain/figure', 'domain/graph', 'domain/quota'],
  'domain/quota': ['domain', 'domain/figure'],
  http: [],
  'http/body': ['http', 'http/routing'],
  'http/limits': ['http'],
  'http/routing': ['http', 'http/limits'],
  'http/representations': ['http'],
  'http/middleware': ['http'],
  'http/connections': ['http', 'http/body', 'http/middleware'],
  'http/health': ['http', 'http/middleware', 'http/routing'],
  'job-queue': [],
  'job-queue/gateway': ['job-queue'],
  'job-queue/worker': ['job-queue'],
  plotly: ['plotly/schema'],
  'plotly/edits': [],
  'plotly/schema': [],
  'plotly/translations': [],
  rendering: ['rendering/chromium', 'rendering/page', 'rendering/schedule'],
  'rendering/chromium': ['rendering'],
  'rendering/page': ['rendering/chromium'],
  'rendering/schedule': [],
  storage: ['storage/mongodb', 'storage/objects', 'storage/sqlite'],
  'storage/backup': ['storage', 'storage/sqlite'],
  'storage/mongodb': ['storage'],
  'storage/objects': ['storage'],
  'storage/sqlite': ['storage'],
  web: [],
  'web/styles': [],
  'web/layout': ['web/styles'],
  'web/site': ['web/layout', 'web/styles'],
  'web/account': ['web/layout', 'web/graph'],
  'web/share': ['web/layout', 'web/account', 'web/graph'],
  'web/graph': ['web/layout', 'web/styles', 'web/site'],
  'web/graphiql': ['web/layout'],
}

/** What a module reads of another by its path, and why. */
const readElsewhere: readonly (readonly [file: string, path: string])[] = [
  // What stands in no module: the package's manifest, and what the build brought along of others.
  ['release.ts', '../package.json'],
  ['package-files.ts', 'packages'],
  // It bundles that module's files; in a published package their bundles lie there.
  ['bundling/base-maps.ts', 'library/maps'],
  ['bundling/browser-scripts.ts', 'browser'],
  ['bundling/compressed.ts', 'compressed'],
  ['bundling/library-scripts.ts', 'library'],
  ['bundling/renderer-library.ts', 'library'],
  ['bundling/script-cache.ts', '..'],
]

const moduleOf = (file: string): string => file.split('/')[0] ?? ''
const partOf = (file: string): string => file.split('/').slice(0, -1).slice(0, 2).join('/')

const sources = globSync('**/*.ts', { cwd: join(root, 'src') }).map(file => file.replaceAll('\\', '/'))
const importLine = /(?:from|import)\s*\(?\s*'(\.[^']+)'/g

const imports = sources.flatMap(from =>
  [...readFileSync(join(root, 'src', from), 'utf8').matchAll(importLine)].map(([, to = '']) => ({
    from,
    to: normalize(join(dirname(from), to)).replaceAll('\\', '/'),
  })),
)

interface Arrow {
  readonly from: string
  readonly to: string
}

/** The first circle that is found, as the names along it; empty if there is none. */
function circleOf(arrows: readonly Arrow[]): readonly string[] {
  const targets = Map.groupBy(arrows, ({ from }) => from)
  const finished = new Set<string>()
  function visit(name: string, path: readonly string[]): readonly string[] {
    if (path.includes(name)) return [...path.slice(path.indexOf(name)), name]
    if (finished.has(name)) return []
    for (const { to } of targets.get(name) ?? []) {
      const circle = visit(to, [...path, name])
      if (circle.length > 0) return circle
    }
    finished.add(name)
    return []
  }
  return [...targets.keys()].map(name => visit(name, [])).find(circle => circle.length > 0) ?? []
}

/** An import between two folders as an arrow between those of their parents, or themselves, that lie beside each other. */
function betweenFolders({ from, to }: Arrow): readonly Arrow[] {
  const [fromFolders, toFolders] = [from, to].map(file => file.split('/').slice(0, -1)) as [
    string[],
    string[],
  ]
  const at = fromFolders.findIndex((name, index) => name !== toFolders[index])
  if (at === -1 || at >= toFolders.length) return []
  return [{ from: fromFolders.slice(0, at + 1).join('/'), to: toFolders.slice(0, at + 1).join('/') }]
}

const distinct = (names: Iterable<string>): readonly string[] => [...new Set(names)].sort()

describe('the dependency rules', () => {
  test.each(distinct(sources.map(moduleOf)))('%s imports the modules that the table says', name => {
    const others = imports.filter(({ from, to }) => moduleOf(from) === name && moduleOf(to) !== name)
    expect(distinct(others.map(({ to }) => moduleOf(to)))).toEqual([...dependencies[name]!].sort())
  })

  test.each(Object.keys(innerDependencies))(
    '%s imports the parts of its module that the table says',
    part => {
      const others = imports.filter(
        ({ from, to }) => partOf(from) === part && moduleOf(to) === moduleOf(part) && partOf(to) !== part,
      )
      expect(distinct(others.map(({ to }) => partOf(to)))).toEqual([...innerDependencies[part]!].sort())
    },
  )

  test('every part of a module is in the table', () => {
    const parts = distinct(sources.map(partOf))
    const parted = parts.filter(part =>
      parts.some(other => other.includes('/') && moduleOf(other) === moduleOf(part)),
    )
    expect(Object.keys(innerDependencies)).toEqual(expect.arrayContaining(parted))
  })

  test('no import circle, type imports included', () => {
    expect(circleOf(imports)).toEqual([])
  })

  test('no circle of folders that lie beside each other', () => {
    expect(circleOf(imports.flatMap(betweenFolders))).toEqual([])
  })

  test('no module reads files of another by their path', () => {
    const readings = sources.flatMap(from => {
      const text = readFileSync(join(root, 'src', from), 'utf8')
      const beside = text.matchAll(/new URL\(\s*[`']([^`'$]*)[^`']*[`']\s*,\s*import\.meta\.url/g)
      const joined = text.matchAll(/(?:join|resolve)\(import\.meta\.dirname((?:,\s*'[^']*')*)/g)
      const paths = [
        ...[...beside].map(([, path = '']) => path),
        ...[...joined].map(([, steps = '']) =>
          [...steps.matchAll(/'([^']*)'/g)].map(([, step]) => step).join('/'),
        ),
      ]
      return paths.map(path => [from, normalize(join(dirname(from), path)).replaceAll('\\', '/')] as const)
    })
    expect(readings.length).toBeGreaterThan(10)
    expect(readings.filter(([from, to]) => moduleOf(from) !== moduleOf(to))).toEqual(
      expect.arrayContaining([...readElsewhere]),
    )
    const known = new Set(readElsewhere.map(String))
    expect(
      readings.filter(each => moduleOf(each[0]) !== moduleOf(each[1]) && !known.has(String(each))),
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

  test('a database is named in its folder, in the registry of backends and in the configuration, and nowhere else', () => {
    const others = sources.filter(file => {
      if (/^(?:storage|config)\//.test(file)) return false
      return /sqlite|mongo/i.test(readFileSync(join(root, 'src', file), 'utf8'))
    })
    expect(others).toEqual([])
    const importers = imports.filter(
      ({ from, to }) => /^storage\/(?:sqlite|mongodb)$/.test(partOf(to)) && partOf(from) !== partOf(to),
    )
    // Backups are files of SQLite, whatever the store.
    expect(
      distinct(importers.map(({ from }) => from).filter(from => partOf(from) !== 'storage/backup')),
    ).toEqual(['storage/backends.ts'])
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

  test('names every part of every module, and none that is not there', () => {
    const named = [...text.matchAll(/^├── ([\w-]+)\/ +(.*)$/gm)].flatMap(([, name = '', words = '']) =>
      [...words.matchAll(/([\w-]+)\/(?![\w{])/g)].map(([, part = '']) => `${name}/${part}`),
    )
    const parts = distinct(sources.map(partOf)).filter(part => part.includes('/'))
    expect(named).toEqual(expect.arrayContaining(parts))
    // A module may be spoken of in the line of another.
    const known = [...parts, ...sources.map(moduleOf)]
    expect(named.filter(part => !known.includes(part) && !known.includes(basename(part)))).toEqual([])
  })

  /** By module, what the picture's arrows lead to at once. */
  const arrows = Map.groupBy(
    [...text.matchAll(/^ {2}([\w-]+) -(?:->|\. reads \.->) ([\w-]+)$/gm)].map(([, from = '', to = '']) => ({
      from,
      to,
    })),
    ({ from }) => from,
  )
  const reachable = (from: string): readonly string[] =>
    (arrows.get(from) ?? []).flatMap(({ to }) => [to, ...reachable(to)])
  const nameOf = (file: string) => moduleOf(file).replace(/\.ts$/, '')
  const between = imports.map(({ from, to }) => ({ from: nameOf(from), to: nameOf(to) }))

  test('draws an arrow where something is imported, and no other', () => {
    const wrong = [...arrows.values()]
      .flat()
      .filter(({ from, to }) => !between.some(each => each.from === from && each.to === to))
    expect(wrong).toEqual([{ from: 'bundling', to: 'browser' }])
  })

  test('draws a way for every import, but for what lies under all', () => {
    const foundations = [
      'errors',
      'async',
      'plotly',
      'config',
      'log',
      'atomic-file',
      'bytes',
      'folder',
      'package-files',
      'release',
      'metrics',
    ]
    const missing = between.filter(
      ({ from, to }) =>
        from !== to &&
        !foundations.includes(from) &&
        !foundations.includes(to) &&
        !reachable(from).includes(to),
    )
    expect(missing).toEqual([])
  })
})
