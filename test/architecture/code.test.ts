/**
 * What every file holds to. Exports say what a reader cannot guess: shapes, units, errors, sources. A value has a
 * docstring unless it is its file's only exported value (the comment at the head is about it), makes a type of the same
 * file (whose members say it), or is one expression. Types need one where their names and members leave something open.
 */

import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'

const root = join(import.meta.dirname, '..', '..', 'src')
const files = globSync('**/*.ts', { cwd: root }).filter(file => !/generated|\.d\.ts$/.test(file))

interface Value {
  readonly name: string
  readonly documented: boolean
  /** From its first line on, to the first that is not indented. */
  readonly lines: readonly string[]
}

function exportedValues(text: string): readonly Value[] {
  const lines = text.split('\n')
  return lines.flatMap((line, at) => {
    const [, name] = /^export (?:async )?(?:function\*?|const|class) (\w+|\{)/.exec(line) ?? []
    if (name === undefined) return []
    const length = lines.slice(at + 1).findIndex(each => /^(?! )[^)\]}]/.test(each) || each === '') + 1
    return [{ name, documented: lines[at - 1]?.endsWith('*/') ?? false, lines: lines.slice(at, at + length) }]
  })
}

function needsNone({ lines }: Value, text: string): boolean {
  const whole = lines.join(' ')
  if (whole.startsWith('export const') && !/=> \{ |\basync\b/.test(whole)) return true
  const [, type] = /\): (?:Promise<)?(\w+)(?:<[^{]*>)? (?:\{|=>)/.exec(whole) ?? []
  return type !== undefined && new RegExp(`^export (?:interface|type) ${type}\\b`, 'm').test(text)
}

test('every file begins with what it is, and every export says what it is', () => {
  const silent = files.flatMap(file => {
    const text = readFileSync(join(root, file), 'utf8')
    const values = exportedValues(text)
    const unsaid = values.filter(value => !value.documented && !needsNone(value, text))
    return [
      ...(/^(?:\/\*\*|\/\/)/.test(text) ? [] : [file]),
      ...(values.length > 1 ? unsaid.map(({ name }) => `${file}: ${name}`) : []),
    ]
  })
  expect(silent).toEqual([])
})

test('a cast through unknown has its reason beside it', () => {
  const bare = files.flatMap(file => {
    const lines = readFileSync(join(root, file), 'utf8').split('\n')
    return lines.flatMap((line, at) => {
      const beside = lines.slice(Math.max(0, at - 3), at + 1)
      const isBare = line.includes('as unknown as') && !beside.some(each => /\/\/ |\*\//.test(each))
      return isBare ? [`${file}:${at + 1}`] : []
    })
  })
  expect(bare).toEqual([])
})

test('ids are of their own types: no text is taken for one', () => {
  const untyped = files.flatMap(file =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, at) =>
        /\b(?:graph|account|key|session)Ids?\??: (?:readonly )?string\b/.test(line)
          ? [`${file}:${at + 1}: ${line.trim()}`]
          : [],
      ),
  )
  expect(untyped).toEqual([])
})

test('an attribute that a script of a page reads is one that a page writes, which no compiler checks', () => {
  const textsOf = (pattern: string) =>
    globSync(pattern, { cwd: root }).map(file => readFileSync(join(root, file), 'utf8'))
  const pages = textsOf('web/**/*.ts').join('\n')
  const reads = textsOf('browser/**/*.ts').flatMap(text => [
    ...[...text.matchAll(/\.dataset\.(\w+)/g)].map(([, name = '']) => name),
    ...[...text.matchAll(/\{([^{}]*)\} = [\w.]+\.dataset\b/g)].flatMap(([, names = '']) =>
      names.split(',').map(each => /\w+/.exec(each)?.[0] ?? each),
    ),
  ])
  // A script's own notes on its elements.
  const own = ['name', 'sent']
  const attributes = new Set(
    reads.filter(name => !own.includes(name)).map(name => name.replace(/[A-Z]/g, '-$&').toLowerCase()),
  )
  expect(attributes.size).toBeGreaterThan(5)
  expect([...attributes].filter(name => !pages.includes(`data-${name}`))).toEqual([])
})
