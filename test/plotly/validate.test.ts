/** The index of the schema against the charting library's own judge, `Plotly.validate`, in a real browser. */

import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { Page } from 'puppeteer-core'
import { readSubmission } from '../../src/domain/figure/submission.ts'
import { startTestBrowser, type TestBrowser } from '../support/browser.ts'

const patience = 120_000
/** A folder of further figures; without one those of the repository. */
const folder = process.env.FIGURES ?? 'test/figures'

interface Verdict {
  readonly code: string
  readonly container: 'data' | 'layout'
  readonly trace: number | null
  readonly path: readonly (string | number)[]
}

let browser: TestBrowser
let page: Page
beforeAll(async () => {
  browser = await startTestBrowser()
  page = (await browser.open()).page
  const library = createRequire(import.meta.url).resolve('plotly.js/dist/plotly.min.js')
  await page.addScriptTag({ content: readFileSync(library, 'utf8') })
}, patience)
afterAll(() => browser.close())

/** What the library says of each figure: nothing of one that is all right, null of one that it fails on. */
const verdictsOf = (figures: readonly object[]): Promise<(Verdict[] | null)[]> =>
  page.evaluate(
    texts =>
      texts.map(text => {
        const { data, layout } = JSON.parse(text)
        const { Plotly } = globalThis as unknown as PageGlobals
        try {
          const found = Plotly.validate(data, layout ?? {}) ?? []
          return found.map(({ code, container, trace, path }) => ({ code, container, trace, path }))
        } catch {
          return null
        }
      }),
    figures.map(figure => JSON.stringify(figure)),
  )

/** The library is a global of the page. */
interface PageGlobals {
  readonly Plotly: { validate(data: object[], layout: object): Verdict[] | undefined }
}

describe('on real figures', () => {
  test(
    'every attribute that the library does not know is told',
    async () => {
      const names = readdirSync(folder).filter(name => name.endsWith('.json'))
      const texts = names.map(name => readFileSync(`${folder}/${name}`, 'utf8'))
      const verdicts = await verdictsOf(texts.map(text => JSON.parse(text)))
      verdicts.forEach((found, i) => {
        const told = new Set(readSubmission(Buffer.from(texts[i]!)).warnings.map(({ path }) => path))
        const unknown = (found ?? []).filter(
          ({ code, path }) => code === 'schema' && !isBookkeeping(path.at(-1)),
        )
        expect([names[i], unknown.map(wherein).filter(path => !told.has(path) && told.size < 100)]).toEqual([
          names[i],
          [],
        ])
      })
    },
    patience,
  )
})

/** Paths as this service writes them. */
const wherein = (verdict: Verdict) => {
  const start = verdict.container === 'data' ? `data[${verdict.trace}]` : 'layout'
  return verdict.path.reduce<string>(
    (before, step) => (typeof step === 'number' ? `${before}[${step}]` : `${before}.${step}`),
    start,
  )
}

const isBookkeeping = (name: unknown) => /^_|src$|^(?:uid|key|set|frame|source)$/.test(String(name))
