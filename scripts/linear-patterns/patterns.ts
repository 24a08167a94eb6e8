/** The regular expressions of `src`, and whether the time of each grows with the length of a text alone. */

import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from '@babel/parser'
import { check } from 'recheck'

export interface Pattern {
  /** Under `src`. */
  readonly file: string
  readonly line: number
  /** As it is written: `/a+/g`. Of one that is put together when it runs: `RegExp(`. */
  readonly text: string
}

export const madeAtRunTime = 'RegExp('

interface Token {
  readonly type: { readonly label: string }
  readonly value?: unknown
  readonly loc: { readonly start: { readonly line: number } }
}

const root = join(import.meta.dirname, '..', '..', 'src')

export const patternsOfSources = (): readonly Pattern[] =>
  globSync('**/*.ts', { cwd: root })
    .sort()
    .flatMap(file => {
      const { tokens } = parse(readFileSync(join(root, file), 'utf8'), {
        sourceType: 'module',
        plugins: ['typescript'],
        tokens: true,
      })
      const all = (tokens ?? []) as Token[]
      return all.flatMap((token, at) => {
        const text = patternAt(token, all[at + 1])
        return text === null ? [] : [{ file, line: token.loc.start.line, text }]
      })
    })

function patternAt({ type, value }: Token, next: Token | undefined): string | null {
  if (value === 'RegExp' && next?.type.label === '(') return madeAtRunTime
  if (type.label !== 'regexp') return null
  const { pattern, flags } = value as { pattern: string; flags: string }
  return `/${pattern}/${flags}`
}

/** Steps, not times, end a search, so that a busy machine finds the same; what takes longer than this is not decided. */
const patienceMs = 540_000
const limits = { attackTimeout: null, incubationTimeout: null, attackLimit: 50_000_000, timeout: patienceMs }

/** What makes the pattern slow; null where nothing does. */
export async function slownessOf(text: string): Promise<string | null> {
  // Its native programs, which would be quicker, are not installed.
  process.env.RECHECK_BACKEND = 'pure'
  const end = text.lastIndexOf('/')
  const result = await check(text.slice(1, end), text.slice(end + 1), limits)
  if (result.status === 'safe') return null
  if (result.status === 'unknown') return 'cannot be decided: write it simpler'
  return `${result.complexity.summary}: ${result.attack.pattern}`
}
