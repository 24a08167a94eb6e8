/** No function is long: one that is consists of parts with names of their own, which a reader would search for. */

import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from '@babel/parser'
import { expect, test } from '@jest/globals'

const root = join(import.meta.dirname, '..', '..', 'src')

/** Lines, from the parameters to the closing brace. */
const longest = 85

interface Node {
  readonly type: string
  readonly loc: { readonly start: { readonly line: number }; readonly end: { readonly line: number } }
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'loc' in value

/** The functions and methods of a text, as `line: length`. */
function functionsOf(text: string): readonly { readonly line: number; readonly lines: number }[] {
  const found: { line: number; lines: number }[] = []
  function visit(value: unknown): void {
    if (Array.isArray(value)) value.forEach(visit)
    if (!isNode(value)) return
    const { type, loc } = value
    if (/Function|Method$/.test(type) && 'body' in value)
      found.push({ line: loc.start.line, lines: loc.end.line - loc.start.line + 1 })
    for (const [name, part] of Object.entries(value)) if (!/^loc$|Comments$/.test(name)) visit(part)
  }
  visit(parse(text, { sourceType: 'module', plugins: ['typescript'] }).program)
  return found
}

test('functions of every kind are measured', () => {
  const text =
    'function a() {\n}\nconst b = () =>\n  1\nconst c = { d() {\n\n} }\nclass E {\n  get f() {\n  }\n}'
  expect(functionsOf(text)).toEqual([
    { line: 1, lines: 2 },
    { line: 3, lines: 2 },
    { line: 5, lines: 3 },
    { line: 9, lines: 2 },
  ])
})

test(`no function of the service is longer than ${longest} lines`, () => {
  const files = globSync('**/*.ts', { cwd: root }).filter(file => !/generated|\.d\.ts$/.test(file))
  const long = files.flatMap(file =>
    functionsOf(readFileSync(join(root, file), 'utf8'))
      .filter(({ lines }) => lines > longest)
      .map(({ line, lines }) => `${file}:${line}: ${lines} lines`),
  )
  expect(long).toEqual([])
})
