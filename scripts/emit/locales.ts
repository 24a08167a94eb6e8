/** Writes the languages of the charting library's own words into src/plotly/locales.generated.ts. */

import { readdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const root = dirname(createRequire(import.meta.url).resolve('plotly.js/package.json'))
const names = readdirSync(join(root, 'lib', 'locales'))
  .filter(name => name.endsWith('.js') && !/^en\b/.test(name))
  .map(name => name.slice(0, -3))
  .sort()
writeFileSync(
  new URL('../../src/plotly/locales.generated.ts', import.meta.url),
  `/**
 * The languages that the charting library's own words come in, beside English. Written by npm run emit from the
 * files of its lib/locales.
 */

export const plotlyLocales: readonly string[] =
  '${names.join(' ')}'.split(
    ' ',
  )
`,
)
console.log(`${names.length} languages`)
