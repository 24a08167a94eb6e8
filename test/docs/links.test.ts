/** What the documents point to is there: files, headings, commands, and the tests that they name as proof. */

import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from '@jest/globals'
import { subjects } from '../../scripts/bench/subjects.ts'

const root = join(import.meta.dirname, '..', '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const documents = globSync(['*.md', '{docs,deploy,examples,clients,scripts,.github}/**/*.md'], { cwd: root })
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }

/** Made by whoever follows the document. */
const madeByReaders = ['deploy/compose/.env']

const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, ...groups]) => groups)

/** As GitHub names it in addresses. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-')

const anchorsIn = (text: string) => matches(text, /^#+ (.*)$/gm).map(([heading = '']) => anchorOf(heading))

function deadLinks(document: string, text: string): readonly string[] {
  const links = matches(text, /\]\((?![a-z]+:)([^)\s#]*)(?:#([^)\s]+))?\)/g)
  return links.flatMap(([path = '', anchor]) => {
    const to = path === '' ? document : join(dirname(document), path)
    if (!existsSync(join(root, to))) return [path]
    return anchor === undefined || anchorsIn(read(to)).includes(anchor) ? [] : [`${path}#${anchor}`]
  })
}

function missingPaths(text: string): readonly string[] {
  const folders = 'src|test|scripts|schema|docs|bin|deploy|clients|examples|\\.github'
  const named = matches(text, new RegExp(`\`((?:${folders})/[\\w./*-]+)\``, 'g')).map(([path = '']) => path)
  return named.filter(path => !madeByReaders.includes(path) && globSync(path, { cwd: root }).length === 0)
}

test.each(documents)('%s names what is there', document => {
  const text = read(document)
  expect(deadLinks(document, text)).toEqual([])
  expect(missingPaths(text)).toEqual([])
  const commands = matches(text, /npm run (?:--silent )?([\w:-]+)/g).map(([name = '']) => name)
  expect(commands.filter(name => !(name in scripts))).toEqual([])
  const proofs = matches(text, /`(test\/[\w./-]+\.ts)` › ([^|\n]+?)(?= \||$|; `)/gm)
  expect(proofs.filter(([file = '', name = '']) => !read(file).includes(name))).toEqual([])
})

test('docs/performance.md has a row for each subject of npm run bench', () => {
  const rows = matches(read('docs/performance.md'), /^\| `npm run bench -- (\w+)`/gm).flat()
  expect(rows.sort()).toEqual(Object.keys(subjects).sort())
})

test('scripts/README.md has a row for each command', () => {
  const page = read('scripts/README.md')
  const files = globSync(['scripts/*.{ts,sh}', 'scripts/images/*.ts'], { cwd: root })
  const runs = Object.entries(scripts)
  const unlisted = files.filter(
    file =>
      !page.includes(file) &&
      file !== 'scripts/script-options.ts' &&
      !runs.some(([, run]) => run.includes(file)),
  )
  expect(unlisted).toEqual([])
  const listed = (name: string) => new RegExp(`npm (run )?${name}\\b|as \`${name}\``).test(page)
  expect(runs.map(([name]) => name).filter(name => !listed(name))).toEqual([])
})
