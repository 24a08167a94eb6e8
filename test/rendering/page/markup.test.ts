/** No text of a figure becomes markup in a render page or in the svg it writes: two barriers, each alone. */

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { Figure } from '../../../src/domain/figure/text.ts'
import { defaultLook } from '../../../src/domain/image/look.ts'
import { AppError } from '../../../src/errors/errors.ts'
import type { BrowserSource } from '../../../src/rendering/chromium/source.ts'
import { openPageSession, type PageSession } from '../../../src/rendering/page/page-session.ts'
import { createSite, siteOrigin } from '../../../src/rendering/page/site.ts'
import { harmInSvg, harmOn, keepHtmlSinks } from '../../support/harm.ts'
import {
  type HostileFigure,
  hostileFigures,
  hostileFormulas,
  splitRefused,
  withTexts,
} from '../../support/hostile-figures.ts'
import { hostileMaps } from '../../support/hostile-maps.ts'
import { openBrowsers } from './browsers.ts'

const patience = 240_000

let browsers: BrowserSource
/** All that the library draws, and what it refuses, each place for a text by itself. */
let taken: readonly HostileFigure[]
let refused: readonly HostileFigure[]

const figureOf = (figure: HostileFigure): Figure => {
  const { data, layout, frames } = withTexts(figure)
  return {
    data: JSON.stringify(data),
    layout: JSON.stringify(layout),
    frames: frames ? JSON.stringify(frames) : null,
  }
}

beforeAll(async () => {
  browsers = openBrowsers()
  const page = await openPageSession(await browsers.launch(), createSite())
  const draws = (figure: HostileFigure) => drawsInPage(page, figureOf(figure))
  const splits = []
  for (const figure of hostileFigures) splits.push(await splitRefused(figure, draws))
  await page.kill()
  taken = splits.map(each => each.taken)
  refused = splits.flatMap(each => each.refused)
}, patience)

afterAll(() => browsers?.close(), patience)

/** Without the session around it, which would open a page anew for each refusal. */
const drawsInPage = ({ page }: PageSession, { data, layout }: Figure): Promise<boolean> =>
  page.evaluate(
    request => {
      const { plotgate } = window as unknown as { plotgate: { draw(request: object): Promise<object> } }
      return plotgate.draw(request).then(
        answer => !('notOurs' in answer),
        () => false,
      )
    },
    { data: String(data), layout: String(layout), frames: null, ...defaultLook, formats: ['png'] },
  )

interface Walk {
  readonly drawn: readonly string[]
  readonly harm: readonly string[]
}

/** Draws them all on one page; `prepare` changes the page before its document is loaded anew. */
async function walk(
  figures: readonly HostileFigure[],
  prepare: (page: PageSession['page']) => Promise<unknown> = async () => {},
): Promise<Walk> {
  const page = await openPageSession(await browsers.launch(), createSite())
  const harm: string[] = []
  const drawn: string[] = []
  try {
    await prepare(page.page)
    // A formula makes it load its document anew.
    const formula = { data: '[]', layout: '{"title":{"text":"$x$"}}', frames: null }
    await page.draw(formula, { formats: ['png'], look: defaultLook })
    await page.reloadIfNeeded()
    for (const figure of figures) {
      const result = await page
        .draw(figureOf(figure), { formats: ['png', 'svg'], look: defaultLook })
        .catch(error => {
          if (error instanceof AppError) return null
          throw error
        })
      if (result) drawn.push(figure.name)
      const asked = (result?.omitted ?? []).filter(address => address.startsWith('https://a.invalid/'))
      const svg = Buffer.from(result?.images.get('svg') ?? []).toString()
      const found = [...asked, ...harmInSvg(svg), ...(await harmOn(page.page))]
      if (found.length > 0) harm.push(`${figure.name}: ${found.join(', ')}`)
      await page.reloadIfNeeded()
    }
    expect(page.lost.aborted).toBe(false)
    expect(page.page.url()).toBe(`${siteOrigin}/`)
  } finally {
    await page.kill()
  }
  return { drawn, harm }
}

describe('the texts of figures', () => {
  test('are tried in nearly every place that takes a text: the library refuses few', () => {
    const places = taken.reduce((sum, each) => sum + (each.places?.length ?? 0), 0)
    expect(places).toBeGreaterThan(2000)
    expect(refused.length).toBeLessThan(0.02 * places)
  })

  const barriers: readonly (readonly [string, (page: PageSession['page']) => Promise<unknown>])[] = [
    ['with both barriers', async () => {}],
    ['with closed sinks alone', page => page.setBypassCSP(true)],
  ]

  test.each(barriers)(
    'become no markup %s, whatever attribute of whatever trace they stand in',
    async (_, prepare) => {
      const figures = [...taken, ...hostileMaps, ...hostileFormulas]
      const { drawn, harm } = await walk(figures, prepare)
      expect(harm).toEqual([])
      expect(drawn).toEqual(figures.map(({ name }) => name))
    },
    patience,
  )

  test(
    'become no markup where the library refuses the figure for them',
    async () => {
      expect((await walk(refused)).harm).toEqual([])
    },
    patience,
  )

  test(
    'become no markup with the policy alone',
    async () => {
      const { harm } = await walk(hostileMaps, page => page.evaluateOnNewDocument(keepHtmlSinks))
      expect(harm).toEqual([])
    },
    patience,
  )

  test(
    'would become markup with neither: the walk sees it',
    async () => {
      const neither = walk(hostileMaps.slice(0, 1), async page => {
        await page.setBypassCSP(true)
        await page.evaluateOnNewDocument(keepHtmlSinks)
      })
      // The page may be lost before the walk comes to look.
      await expect(neither.then(({ harm }) => expect(harm).toEqual([]))).rejects.toThrow()
    },
    patience,
  )
})
