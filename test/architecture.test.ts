/** The arrows of docs/architecture.md, held to: who may import whom, and that the tree it draws is the tree there is. */

import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, test } from '@jest/globals'

const root = join(import.meta.dirname, '..')

/** Each room, and the rooms it may import besides itself and the ground. */
const arrows: Readonly<Record<string, readonly string[]>> = {
  ground: [],
  domain: ['accounts'],
  accounts: ['domain'],
  work: ['domain'],
  storage: ['domain'],
  render: ['domain', 'figure-page'],
  page: ['domain', 'figure-page'],
  'figure-page': [],
  queue: ['domain'],
  http: ['domain', 'accounts', 'page'],
  cli: ['domain', 'accounts', 'page', 'render', 'storage', 'http', 'root'],
  root: ['domain', 'accounts', 'work', 'storage', 'render', 'queue', 'http', 'cli'],
}

/** Files beside the rooms: what everyone may import, and what imports everyone. */
const ground = new Set(['errors.ts', 'config.ts', 'log.ts', 'metrics.ts'])

function roomOf(file: string): string {
  const [first = '', ...rest] = file.split('/')
  if (rest.length > 0) return first
  return ground.has(first) ? 'ground' : 'root'
}

const sources = globSync('**/*.ts', { cwd: join(root, 'src') }).map(file => file.replaceAll('\\', '/'))
const importLine = /(?:from|import)\s*\(?\s*'(\.[^']+)'/g

const imports = sources.flatMap(from =>
  [...readFileSync(join(root, 'src', from), 'utf8').matchAll(importLine)].map(([, to = '']) => ({
    from,
    to: normalize(join(dirname(from), to)).replaceAll('\\', '/'),
  })),
)

describe('the arrows between the rooms', () => {
  test.each(Object.keys(arrows))('%s imports only the rooms it may', room => {
    // Types of the ground may name types of the ports: they leave no trace at run time.
    const allowed = room === 'ground' ? [room, 'domain'] : [room, 'ground', ...(arrows[room] ?? [])]
    const wrong = imports.filter(({ from, to }) => roomOf(from) === room && !allowed.includes(roomOf(to)))
    expect(wrong).toEqual([])
  })

  test('every room of src is in the table', () => {
    expect(Object.keys(arrows)).toEqual(expect.arrayContaining([...new Set(sources.map(roomOf))]))
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

describe('docs/architecture.md', () => {
  const text = readFileSync(join(root, 'docs', 'architecture.md'), 'utf8')
  const drawn = [...text.matchAll(/^(?:[ │├└─]*)([\w.-]+\/)\s{2,}/gm)].map(([, name = '']) => name)

  test('draws every room of src', () => {
    const rooms = [...new Set(sources.map(file => file.split('/')[0] ?? ''))].filter(
      name => !name.endsWith('.ts'),
    )
    expect(drawn).toEqual(expect.arrayContaining(rooms.map(room => `${room}/`)))
  })

  test.each(
    [...text.matchAll(/`((?:src|test|scripts|schema|docs|bin)\/[\w./-]+)`/g)].map(([, path = '']) => path),
  )('names %s, which exists', path => {
    expect(existsSync(join(root, path))).toBe(true)
  })
})
