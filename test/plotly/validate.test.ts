/** The index of the schema against the charting library's own judge, `Plotly.validate`, in a real browser. */

import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import type { Page } from 'puppeteer-core'
import { readSubmission } from '../../src/domain/figure/submission.ts'
import { type Attribute, isContainer, traceSchema, traceTypes } from '../../src/plotly/schema.ts'
import { fits } from '../../src/plotly/values.ts'
import { startTestBrowser, type TestBrowser } from '../support/browser.ts'

const patience = 240_000
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

describe('on single values', () => {
  const values = [
    ...[
      0,
      1,
      -1,
      0.5,
      2,
      90,
      1e6,
      true,
      false,
      '',
      'text',
      'red',
      '#fff',
      'rgb(1,2,3)',
      'lines',
      'x2',
      'y',
      '5',
    ],
    ...[
      'auto',
      'h',
      'v',
      'linear',
      'none',
      'all',
      'x+y',
      'legend2',
      [],
      [1, 2],
      ['red'],
      [
        [0, 'red'],
        [1, 'blue'],
      ],
    ],
  ]
  const cases = traceTypes.flatMap(type =>
    [...traceSchema(type)!.members].flatMap(([name, node]) =>
      isContainer(node) || node.kind === 'list' || name === 'type' ? [] : [{ type, name, attribute: node }],
    ),
  )

  test(
    'the library and the index take the same',
    async () => {
      const sample = fc.sample(fc.tuple(fc.constantFrom(...cases), fc.constantFrom(...values)), {
        numRuns: 120,
        seed: 42,
      })
      const verdicts = await verdictsOf(
        sample.map(([{ type, name }, value]) => ({ data: [{ type, ...bare(type), [name]: value }] })),
      )
      const disagreements = sample.flatMap(([{ type, name, attribute }, value], i) => {
        const verdict = verdicts[i]
        if (!verdict) return []
        const found = verdict.filter(({ container, path }) => container === 'data' && path[0] === name)
        // Nothing, or that the attribute means nothing for this trace.
        const codes = found.map(({ code }) => code)
        if (codes.some(code => code === 'unused' || code === 'dynamic' || code === 'invisible')) return []
        const taken = fits(value, attribute as Attribute)
        const refused = codes.some(code => code === 'value' || code === 'array' || code === 'object')
        return taken === refused ? [{ type, name, value, codes }] : []
      })
      expect(disagreements).toEqual([])
    },
    patience,
  )
})

/** Enough data that the trace is drawn and its attributes are looked at. */
function bare(type: string): object {
  const numbers = [1, 2, 3]
  const rows = [numbers, numbers, numbers]
  const schema = traceSchema(type)!.members
  const z = /heatmap|contour|surface/.test(type) ? rows : numbers
  const data = {
    x: numbers,
    y: numbers,
    z,
    r: numbers,
    lat: numbers,
    lon: numbers,
    labels: ['a', 'b', 'c'],
    values: numbers,
  }
  return Object.fromEntries(Object.entries(data).filter(([name]) => schema.has(name)))
}
