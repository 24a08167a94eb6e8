/** The index of the schema against the charting library's own judge, `Plotly.validate`, in a real browser. */

import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import type { Page } from 'puppeteer-core'
import { readSubmission } from '../../src/domain/figure/submission.ts'
import { type Attribute, isContainer, traceSchema, traceTypes } from '../../src/plotly/schema/schema.ts'
import { fits } from '../../src/plotly/schema/values.ts'
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

/** What the library says of a figure: nothing of one that is all right, null of one that it fails on. */
const verdictsOf = (figure: object): Promise<Verdict[] | null> =>
  page.evaluate(text => {
    const { data, layout } = JSON.parse(text)
    const { Plotly } = globalThis as unknown as PageGlobals
    try {
      const found = Plotly.validate(data, layout ?? {}) ?? []
      return found.map(({ code, container, trace, path }) => ({ code, container, trace, path }))
    } catch {
      return null
    }
  }, JSON.stringify(figure))

/** The library is a global of the page. */
interface PageGlobals {
  readonly Plotly: { validate(data: object[], layout: object): Verdict[] | undefined }
}

describe('on real figures', () => {
  const names = readdirSync(folder).filter(name => name.endsWith('.json'))
  test(
    'what the library does not know or take is told',
    async () => {
      for (const name of names) {
        const text = readFileSync(`${folder}/${name}`, 'utf8')
        const figure = JSON.parse(text)
        const { warnings } = readSubmission(Buffer.from(text))
        const isTold = (place: string) =>
          warnings.some(({ path }) => isWithin(path, place) || isWithin(place, path))
        const found = warnings.length < 100 ? await verdictsOf(figure) : null
        const silent = (found ?? [])
          .filter(({ code }) => ['schema', 'value', 'array', 'object'].includes(code))
          .filter(verdict => !isExplained(verdict, valueAt(figure, verdict)))
          .map(wherein)
          .filter(place => !isTold(place))
        expect([name, silent]).toEqual([name, []])
      }
    },
    patience + names.length * 2_000,
  )
})

const isWithin = (path: string, place: string) =>
  path === place || (path.startsWith(place) && /^[.[]/.test(path.slice(place.length)))

function valueAt(figure: Record<string, unknown>, { container, trace, path }: Verdict): unknown {
  const steps = container === 'data' ? ['data', trace as number, ...path] : ['layout', ...path]
  return steps.reduce<unknown>((value, step) => (value as Record<string | number, unknown>)?.[step], figure)
}

/** Where the judge says no to what the library draws as it was meant, or what means nothing to any drawing. */
function isExplained({ container, path }: Verdict, value: unknown): boolean {
  const name = String(path.at(-1))
  return (
    isBookkeeping(name) ||
    // Older exports spell out what is not set.
    value === '' ||
    (name === 'size' && value === 0) ||
    // Numbers as base64, which the judge never reads.
    Object.hasOwn(Object(value), 'bdata') ||
    // A title that is its bare text.
    (name === 'title' && typeof value === 'string') ||
    // By its first name, and a scale by its name: the judge knows ids with a number, and arrays.
    (name === 'coloraxis' && value === name) ||
    (name === 'opacityscale' && typeof value === 'string') ||
    // Of bars and boxes, in a layout without any.
    (container === 'layout' && /^(?:bar|box)(?:gap|groupgap|mode)$/.test(name))
  )
}

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
      const verdicts: (Verdict[] | null)[] = []
      for (const [{ type, name }, value] of sample)
        verdicts.push(await verdictsOf({ data: [{ type, ...bare(type), [name]: value }] }))
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
