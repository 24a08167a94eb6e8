/** A warm page in a browser of its own: opened once, drawing many figures, one after the other. */

import type { CDPSession, Page, Protocol } from 'puppeteer-core'
import type { PageAnswer, PageRequest } from '../../browser/renderer/protocol.ts'
import type { FigureText } from '../../domain/figure/text.ts'
import type { Figure, ImageFormat } from '../../domain/graph/graph.ts'
import type { RenderRequest, RenderResult } from '../../domain/ports.ts'
import { renderFailed } from '../../errors/errors.ts'
import type { LaunchedBrowser } from '../chromium/launch.ts'
import { callWithTexts, isHandedOver } from './file-transfer.ts'
import { type Site, siteOrigin } from './site.ts'

/** A page that holds more after its garbage was collected is loaded anew. */
const mostHeapBytes = 256 * 1024 * 1024
const heapEvery = 50
/** Figures of more characters are looked at one by one. */
const heavyText = 2_000_000
/** Of images; the browser itself would keep 512 MB of them. */
const mostDecodedBytes = 96 * 1024 * 1024

/** The browser ended, or stopped answering, while it was needed. Another may do it. */
export class PageLost extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'SeatLost'
  }
}

export interface PageSession {
  readonly page: Page
  readonly drawn: number
  /** Aborted when its browser is gone. */
  readonly lost: AbortSignal
  /** Rejects with `render_failed` when the library refuses the figure, with PageLost when the browser ended. */
  draw(figure: Figure, request: Pick<RenderRequest, 'formats' | 'look'>): Promise<RenderResult>
  /** After each drawing: a page as new, when the last figure left something behind. */
  renew(): Promise<void>
  /** Gives back what no figure needs; the next is drawn a little slower. For a page that nothing is asked of. */
  rest(): Promise<void>
  /** Ends the browser with everything it runs; resolves when it is gone. */
  kill(): Promise<void>
}

const textFormats: ReadonlySet<ImageFormat> = new Set(['svg', 'pdf'])
export async function openPageSession(launched: LaunchedBrowser, site: Site): Promise<PageSession> {
  const lost = new AbortController()
  launched.browser.once('disconnected', () => lost.abort())
  void launched.gone.then(() => lost.abort())
  try {
    const page = (await launched.browser.pages())[0] ?? (await launched.browser.newPage())
    // Its process may end while the browser lives on: out of memory, or killed.
    page.once('error', () => lost.abort())
    const session = await page.createCDPSession()
    const blocked = await serveSite(session, site)
    return await createPageSession(launched, page, session, blocked, lost.signal)
  } catch (error) {
    launched.kill()
    await launched.gone
    throw error
  }
}

/** Answers the site's own origin from memory and refuses everything else; what was refused is added to the list. */
export async function serveSite(session: CDPSession, site: Site): Promise<string[]> {
  const blocked: string[] = []
  session.on('Fetch.requestPaused', ({ requestId, request }) => {
    const answer = async () => {
      const url = URL.parse(request.url)
      const file = url?.origin === siteOrigin ? await site(url.pathname) : null
      if (file) {
        const headers = { 'Content-Type': file.type, ...file.headers }
        await session.send('Fetch.fulfillRequest', {
          requestId,
          responseCode: 200,
          responseHeaders: Object.entries(headers).map(([name, value]) => ({ name, value })),
          body: file.base64,
        })
      } else {
        if (blocked.length < 1000) blocked.push(request.url)
        await session.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' })
      }
    }
    // The page may be gone meanwhile; then nobody waits for the file.
    answer().catch(() => {})
  })
  await session.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] })
  return blocked
}

async function createPageSession(
  launched: LaunchedBrowser,
  page: Page,
  session: CDPSession,
  blocked: string[],
  lost: AbortSignal,
): Promise<PageSession> {
  let drawn = 0
  /** Set until the page was loaded anew. */
  let needsReload = false
  let heavy = false
  let decodedBytes = 0

  /**
   * The call's result, unless the browser ends first. Not a race with a promise that lasts as long as the page session:
   * that one would keep every result for as long.
   */
  function whileOpen<T>(call: Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const fail = () => reject(new PageLost('the browser ended'))
      if (lost.aborted) fail()
      else lost.addEventListener('abort', fail, { once: true })
      call.then(resolve, reject).finally(() => lost.removeEventListener('abort', fail))
    })
  }

  async function open(): Promise<void> {
    await whileOpen(page.goto(`${siteOrigin}/`, { waitUntil: 'load', timeout: 20_000 }))
    const ready = await evaluate<boolean>('typeof plotgate === "object" && typeof Plotly === "object"')
    if (!ready) throw new PageLost('the render page did not load its scripts')
    needsReload = false
  }

  const evaluate = <T>(expression: string): Promise<T> =>
    outcome(session.send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true }))

  async function outcome<T>(call: Promise<Protocol.Runtime.EvaluateResponse>): Promise<T> {
    const { result, exceptionDetails } = await whileOpen(call).catch(error => {
      throw error instanceof PageLost ? error : new PageLost('the page stopped answering', error)
    })
    if (exceptionDetails) {
      const { exception, text } = exceptionDetails
      throw renderFailed(firstLine(exception?.description ?? String(exception?.value ?? text)))
    }
    return result.value as T
  }

  /** Looked at after a large figure and now and then; what garbage collection frees does not count. */
  async function overweight(): Promise<boolean> {
    if (!heavy && drawn % heapEvery !== 0) return false
    heavy = false
    if ((await heapBytes()) < mostHeapBytes) return false
    await collectGarbage()
    return (await heapBytes()) >= mostHeapBytes
  }

  const collectGarbage = (of = session) => whileOpen(of.send('HeapProfiler.collectGarbage'))

  /** What the browser keeps of images lies outside the heap, and is given back only when memory is short. */
  async function evictImages(): Promise<void> {
    decodedBytes = 0
    await whileOpen(session.send('Memory.simulatePressureNotification', { level: 'critical' }))
  }

  async function heapBytes(): Promise<number> {
    const heap = await whileOpen(session.send('Runtime.getHeapUsage'))
    return heap.usedSize + heap.embedderHeapUsedSize + heap.backingStorageSize
  }

  await open()

  return {
    page,
    lost,
    get drawn() {
      return drawn
    },

    async draw(figure, { formats, look }) {
      blocked.length = 0
      drawn += 1
      heavy ||= figure.data.length > heavyText
      const files = new Map<string, Buffer>()
      const inline = (name: string, text: FigureText): string => {
        if (!isHandedOver(text)) return String(text)
        files.set(name, text)
        return ''
      }
      const request: PageRequest = {
        data: inline('data', figure.data),
        layout: inline('layout', figure.layout),
        frames: figure.frames && inline('frames', figure.frames),
        ...look,
        formats,
      }
      const draw = () =>
        files.size === 0
          ? evaluate<PageAnswer>(`plotgate.draw(${JSON.stringify(request)})`)
          : outcome<PageAnswer>(callWithTexts(session, launched.folder, 'plotgate.draw', request, files))
      let answer = await draw()
      if (answer.mustRedraw) {
        await open()
        answer = await draw()
      }
      const images = new Map<ImageFormat, Uint8Array>()
      for (const format of formats) {
        const image = answer.images[format] ?? ''
        if (format === 'pdf') images.set(format, await print(image, answer))
        else images.set(format, Buffer.from(image, textFormats.has(format) ? 'utf8' : 'base64'))
      }
      needsReload = answer.needsReload !== null
      decodedBytes += answer.decoded
      return { images, omitted: [...new Set([...answer.omitted, ...blocked])] }
    },

    async renew() {
      if (decodedBytes > mostDecodedBytes) await evictImages()
      if (needsReload || (await overweight())) await open()
    },

    async rest() {
      await evaluate('plotgate.releaseMemory()')
      await collectGarbage()
      // Maps share a worker, which has a heap of its own; it may end meanwhile, with a page that is loaded anew.
      for (const { client } of page.workers()) await collectGarbage(client).catch(() => {})
      await evictImages()
    },

    async kill() {
      launched.kill()
      await launched.gone
    },
  }

  /** The svg alone on a sheet of its own size: text stays text, lines stay lines. */
  async function print(svg: string, { width, height }: PageAnswer): Promise<Uint8Array> {
    await evaluate(`plotgate.showSvg(${JSON.stringify(svg)})`)
    try {
      const { data } = await whileOpen(
        session.send('Page.printToPDF', {
          paperWidth: width / 96,
          paperHeight: height / 96,
          marginTop: 0,
          marginBottom: 0,
          marginLeft: 0,
          marginRight: 0,
          printBackground: true,
          pageRanges: '1',
        }),
      )
      return Buffer.from(data, 'base64')
    } finally {
      await evaluate('plotgate.hideSvg()')
    }
  }
}

/** An error's own words, without its kind and the stack of the library. */
function firstLine(description: string): string {
  const [line = ''] = description.split('\n')
  return (
    line.replace(/^(?:Uncaught )?(?:\w*Error): /, '').slice(0, 500) ||
    'the charting library refused the figure'
  )
}
