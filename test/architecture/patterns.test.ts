/**
 * No regular expression takes the square of a text's length, or worse: whoever sends a long text would hold up everybody.
 * Those of linear-patterns.json were analysed by `npm run linear-patterns`, which takes minutes; new ones are here.
 */

import { readFileSync } from 'node:fs'
import { expect, test } from '@jest/globals'
import { madeAtRunTime, patternsOfSources, slownessOf } from '../../scripts/linear-patterns/patterns.ts'

/** Those that take longer, and why each sees no long text from outside. */
const bounded: readonly (readonly [text: string, why: string, files: readonly string[]])[] = [
  [
    String.raw`/\/+$/`,
    'addresses that the operator sets',
    [
      ...['api/openapi/file-operations.ts', 'cli/logins.ts', 'config/kinds.ts', 'config/config.ts'],
      ...['domain/addresses.ts', 'http/path-of.ts', 'web/account/forms/cookies.ts'],
    ],
  ],
  [String.raw`/^\/+|\/+$/g`, 'an address that the operator sets', ['storage/objects/bucket.ts']],
  [String.raw`/<dir>(.*)<\/dir>/`, 'a file of our own', ['rendering/chromium/fonts.ts']],
  [String.raw`/\/\*[\s\S]*?\*\//g`, 'style sheets of our own', ['web/layout/styles.ts']],
  [String.raw`/<script>([\s\S]*?)<\/script>/g`, 'a page of our own', ['web/graphiql/graphiql-page.ts']],
  [String.raw`/plotly\.js\/src\/.*\.js$/`, 'paths of the library', ['bundling/library/library-sources.ts']],
  [
    String.raw`/([A-Za-z0-9_-]{21})(?:@\d+)?(\.(?:svg|png|webp))/g`,
    'addresses of images, of our own page',
    ['browser/following/versions.ts'],
  ],
  [String.raw`/^[.\s]+|[.\s]+$/g`, 'the first 80 letters of a title', ['web/graph/file-name.ts']],
  [
    String.raw`/("(?:[^"\\]|\\.)*")\s*\]$/`,
    'the last 200 bytes of a list',
    ['domain/figure/check/data/numbers.ts'],
  ],
  [
    String.raw`/^['"%,$#\s]+|[, ]|['"%,$#\s]+$/g`,
    'texts of at most 100 letters',
    ['domain/figure/check/traces/misread/numeric-texts.ts'],
  ],
]

/** Files that put patterns together when they run, and of what. */
const putTogether: Readonly<Record<string, string>> = {
  'accounts/secret.ts': 'lengths of our own',
  'api/graphql/json.ts': 'a mark of our own',
  'api/openapi/image-parameters.ts': 'the published pattern of colours, for texts of a query in an address',
  'domain/image/background.ts': 'parts whose repeats are bounded, for texts of a query in an address',
  'job-queue/connection.ts': 'a name of our own, for what Redis tells of itself',
  'plotly/edits/library-edit.ts': 'places of the library, for the library',
  'plotly/font-usage.ts': 'ranges of letters',
  'plotly/schema/values.ts': 'names of axes, as the schema of the library has them',
}

const patterns = patternsOfSources()
const linear: ReadonlySet<string> = new Set(
  JSON.parse(readFileSync(new URL('linear-patterns.json', import.meta.url), 'utf8')),
)
const isBounded = (text: string, file: string) =>
  bounded.some(([known, , files]) => known === text && files.includes(file))

test('each takes time that grows with the length of a text alone', async () => {
  const slow: string[] = []
  for (const { file, line, text } of patterns) {
    if (text === madeAtRunTime || linear.has(text) || isBounded(text, file)) continue
    const slowness = await slownessOf(text)
    if (slowness !== null) slow.push(`${file}:${line} ${text} ${slowness}`)
  }
  expect(slow).toEqual([])
}, 600_000)

test.each(['/a+$/', '/%\\{[^}]*\\}/g', '/^(?:a|a)*$/'])(
  '%s would be told',
  async text => {
    expect(await slownessOf(text)).toMatch(/polynomial|exponential/)
  },
  600_000,
)

test('what is let pass is there, and takes longer', () => {
  const there = new Set(patterns.map(({ file, text }) => `${file} ${text}`))
  const gone = bounded.flatMap(([text, , files]) =>
    files.filter(file => !there.has(`${file} ${text}`) || linear.has(text)),
  )
  expect(gone).toEqual([])
})

test('what is put together when it runs is known', () => {
  const files = patterns.filter(({ text }) => text === madeAtRunTime).map(({ file }) => file)
  expect([...new Set(files)]).toEqual(Object.keys(putTogether))
})
