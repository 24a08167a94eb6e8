/** Pages that somebody took away from us are lost; no figure is refused for it, and no picture of them counts. */

import { describe, expect, test } from '@jest/globals'
import type { Figure } from '../../../src/domain/figure/text.ts'
import { defaultLook } from '../../../src/domain/image/look.ts'
import { AppError } from '../../../src/errors/errors.ts'
import { PageLost } from '../../../src/rendering/page/page-lost.ts'
import type { PageSession } from '../../../src/rendering/page/page-session.ts'
import { siteOrigin } from '../../../src/rendering/page/site.ts'
import { suitePages } from './browsers.ts'

const patience = 240_000
const bars: Figure = {
  data: '[{"type":"bar","y":[1,3,2]}]',
  layout: '{"width":240,"height":160}',
  frames: null,
}
/** The library has no such trace: a figure that only validation keeps from coming this far. */
const refused: Figure = {
  data: '[{"type":"image","z":[[1,2]]}]',
  layout: '{}',
  frames: null,
}
const request = { formats: ['png', 'svg'], look: defaultLook } as const

const openPage = suitePages()

const lostWith = (page: PageSession): Promise<string> =>
  new Promise(resolve => {
    const tell = () => resolve(String(page.lost.reason))
    if (page.lost.aborted) tell()
    else page.lost.addEventListener('abort', tell, { once: true })
  })

/** What a figure's code would do if it had a way to run, each as an expression. */
const takeovers: readonly (readonly [name: string, act: string])[] = [
  ['goes elsewhere', `void (location.href = 'https://a.invalid/')`],
  ['goes elsewhere by a meta element', `refresh('https://a.invalid/')`],
  ['goes to an empty page', `void (location.href = 'about:blank')`],
  ['goes to a page of its own making', `void (location.href = URL.createObjectURL(new Blob(['x'])))`],
  ['is loaded anew', `void location.reload()`],
  ['sends a form', `form('https://a.invalid/')`],
  ['moves in its own document', `void (location.hash = 'x')`],
  ['takes another address', `history.pushState(null, '', '/other')`],
  ['opens a window', `void window.open('https://a.invalid/')`],
  ['opens a dialog', `setTimeout(() => alert('x'))`],
  ['prints', `window.print()`],
  ['opens a frame', `void document.body.append(document.createElement('iframe'))`],
  ['lays a sheet in its head', `style(document.head)`],
  ['lays a sheet in its body', `style(document.body)`],
  ['adopts a sheet', `void (document.adoptedStyleSheets = [new CSSStyleSheet()])`],
  ['has another base', `void document.head.append(document.createElement('base'))`],
  ['has another body', `void (document.body = document.createElement('body'))`],
  ['styles its body', `document.body.setAttribute('style', 'zoom: 2')`],
  ['changes a builtin', `void (Array.prototype.map = () => [])`],
  ['changes how texts are read', `void (JSON.parse = () => ({}))`],
]

const helpers = `
  const style = where => void where.append(
    Object.assign(document.createElement('style'), { textContent: '* { fill: red !important }' }))
  const refresh = address => void document.head.append(
    Object.assign(document.createElement('meta'), { httpEquiv: 'refresh', content: '0;url=' + address }))
  const form = action => {
    const made = Object.assign(document.createElement('form'), { action })
    document.body.append(made)
    made.submit()
  }
`

describe('a page that is not ours any more', () => {
  test.each(takeovers)(
    'is lost once it %s, and refuses no figure',
    async (_, act) => {
      const page = await openPage()
      await page.draw(bars, request)
      // By the browser's own protocol, which no policy of the page binds. It may leave before it answers.
      const session = await page.page.createCDPSession()
      session.send('Runtime.evaluate', { expression: `{${helpers};${act}}` }).catch(() => {})
      const lost = lostWith(page)
      const drawn = await drawUntilLost(page)
      expect(drawn).toBeInstanceOf(PageLost)
      // Either the browser told, or the page itself when a figure was drawn on it.
      expect(await Promise.race([lost, String(drawn)])).toContain('not ours any more')
      await page.kill()
    },
    patience,
  )

  async function drawUntilLost(page: PageSession): Promise<unknown> {
    for (let at = 0; at < 50; at++) {
      const error = await page.draw(at % 2 ? refused : bars, request).then(
        () => null,
        failure => failure,
      )
      if (error instanceof PageLost) return error
      if (error) expect(error).toBeInstanceOf(AppError)
      await page.reloadIfNeeded().catch(() => {})
      await new Promise(resolve => setTimeout(resolve, 20))
    }
    return null
  }

  test(
    'stays where it is when it is sent elsewhere',
    async () => {
      const page = await openPage()
      await page.page.evaluate(() => {
        // The page's own barrier does not hold any more; the browser's must.
        Event.prototype.preventDefault = () => {}
        const meta = Object.assign(document.createElement('meta'), { httpEquiv: 'refresh' })
        meta.content = '0;url=https://a.invalid/'
        document.head.append(meta)
      })
      expect(await lostWith(page)).toContain('https://a.invalid/')
      expect(page.page.url()).toBe(`${siteOrigin}/`)
      await page.kill()
    },
    patience,
  )

  test(
    'is as it was opened after figures of every library',
    async () => {
      const page = await openPage()
      const figures: Figure[] = [
        bars,
        { ...bars, layout: '{"title":{"text":"$x^2$"}}' },
        { ...bars, data: '[{"type":"scattergeo","lon":[0],"lat":[0]}]' },
        { ...bars, data: '[{"type":"scattermap","lon":[0],"lat":[0]}]' },
        { ...bars, data: '[{"type":"scatter3d","x":[0],"y":[0],"z":[0]}]' },
        { ...bars, data: '[{"type":"parcoords","dimensions":[{"values":[1,2]},{"values":[1,2]}]}]' },
        { ...bars, data: '[{"type":"table","header":{"values":["a"]},"cells":{"values":[[1]]}}]' },
        bars,
      ]
      for (const figure of figures) {
        const { images } = await page.draw(figure, { ...request, formats: ['png', 'svg', 'pdf'] })
        expect(images.get('png')!.length).toBeGreaterThan(200)
        await page.reloadIfNeeded()
      }
      expect(page.lost.aborted).toBe(false)
      await page.kill()
    },
    patience,
  )
})

describe('a figure that the library refuses', () => {
  test(
    'is refused on a page as new, and costs no page',
    async () => {
      const page = await openPage()
      let loads = 0
      page.page.on('load', () => {
        loads += 1
      })
      await page.draw(bars, request)
      await expect(page.draw(refused, request)).rejects.toMatchObject({ code: 'render_failed' })
      expect(loads).toBe(1)
      expect(page.lost.aborted).toBe(false)
      await page.draw(bars, request)
      await page.kill()
    },
    patience,
  )

  test(
    'is not refused for what another left behind',
    async () => {
      const page = await openPage()
      await page.draw(bars, request)
      // Something of the library's own, that no check knows of.
      await page.page.evaluate(() => {
        const { Plotly } = window as unknown as { Plotly: { Snapshot: { toSVG: unknown } } }
        Plotly.Snapshot.toSVG = () => {
          throw new Error('broken by another')
        }
      })
      const { images } = await page.draw(bars, request)
      expect(images.get('svg')!.length).toBeGreaterThan(1_000)
      await page.kill()
    },
    patience,
  )
})

test(
  'a figure that is drawn alone has a page as new, which is lost afterwards',
  async () => {
    const page = await openPage()
    let loads = 0
    page.page.on('load', () => {
      loads += 1
    })
    await page.draw(bars, request)
    const alone = await page.draw(bars, { ...request, alone: true })
    expect(loads).toBe(1)
    expect(alone.images.get('png')!.length).toBeGreaterThan(500)
    expect(String(page.lost.reason)).toContain('alone')
    await page.kill()
  },
  patience,
)
