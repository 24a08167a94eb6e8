import { readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, test } from '@jest/globals'
import { plotlyLocales } from '../../src/plotly/locales.generated.ts'

test("the languages are the charting library's own (else: npm run emit)", () => {
  const root = dirname(createRequire(import.meta.url).resolve('plotly.js/package.json'))
  const files = readdirSync(join(root, 'lib', 'locales')).filter(name => !/^en\b|^index\b/.test(name))
  expect(plotlyLocales.map(name => `${name}.js`).sort()).toEqual(files.sort())
})
