/** A warm page in a browser of its own: opened once, it draws many figures, one after the other. */

import type { Page } from 'puppeteer-core'
import type { DrawnPage, FoundCulprit } from '../../browser/renderer/protocol.ts'
import type { Figure } from '../../domain/figure/text.ts'
import { formats, type ImageFormat } from '../../domain/image/formats.ts'
import type { ImageLook } from '../../domain/image/look.ts'
import type { RenderRequest, RenderResult } from '../../domain/image/ports.ts'
import { svgTooLarge } from '../../errors/errors.ts'
import { noteOmitted } from '../../plotly/omitted.ts'
import type { LaunchedBrowser } from '../chromium/launch.ts'
import { preferAllAsOomVictims } from '../chromium/oom-victims.ts'
import { loadPage, type OpenedPage } from './loaded-page.ts'
import { PageLost } from './page-lost.ts'
import { createPageMemory } from './page-memory.ts'
import { requestOf } from './page-request.ts'
import { watchPage } from './page-watch.ts'
import { printSvg } from './print.ts'
import type { Site } from './site.ts'
import { serveSite } from './site-requests.ts'
import { createSvgImageReports } from './svg-image-reports.ts'
import { createWhileOpen } from './while-open.ts'

export interface PageDrawing extends Pick<RenderRequest, 'formats' | 'look'> {
  readonly alone?: boolean
  /** Whether SVG images are drawn one by one first. */
  readonly triesSvgImages?: boolean
  /** Called with the JSON path of the SVG image that is tried now, or of any one; null if none is tried any more. */
  readonly onSvgImage?: (path: string | null) => void
}

export interface PageSession {
  readonly page: Page
  readonly drawn: number
  /** Aborted when the browser has ended or the page is not ours any more. The session has to be killed then. */
  readonly lost: AbortSignal
  /**
   * The images without an svg or pdf that would be too large; rejects with `payload_too_large` if none is left. Rejects
   * with `render_failed` if the library refuses the figure, and with PageLost if the page was lost meanwhile. A
   * figure that may have crashed a page is drawn `alone`: on a page that is as new, and is given up afterwards.
   */
  draw(figure: Figure, request: PageDrawing): Promise<RenderResult>
  /** The part on which a refused figure fails; null if it was not found. The page is reloaded afterwards. */
  findCulprit(figure: Figure, look: ImageLook): Promise<FoundCulprit | null>
  /** To be called after each drawing. Reloads the page if the last figure left something behind. */
  reloadIfNeeded(): Promise<void>
  /** Releases memory that no figure needs, which makes the next one a little slower. For a page that is idle. */
  releaseMemory(): Promise<void>
  /** Kills the browser and all of its processes. Resolves when it has ended. */
  kill(): Promise<void>
}

/** Far longer than a busy machine takes. */
const openingMs = 60_000

/** Rejects if the page is not open within `maxMs`, because its browser hangs. The browser is then ended. */
export async function openPageSession(
  launched: LaunchedBrowser,
  site: Site,
  maxMs = openingMs,
): Promise<PageSession> {
  const lost = new AbortController()
  const late = () => {
    lost.abort(`the page was not open within ${maxMs / 1000} s`)
    launched.kill()
  }
  const deadline = setTimeout(late, maxMs)
  launched.browser.once('disconnected', () => lost.abort('the browser ended'))
  void launched.gone.then(() => lost.abort('the browser ended'))
  try {
    const page = (await launched.browser.pages())[0] ?? (await launched.browser.newPage())
    // The page's process may end while the browser continues: out of memory, or killed.
    page.once('error', () => lost.abort('the page crashed'))
    const session = await page.createCDPSession()
    const watch = await watchPage(session, what => lost.abort(`the page is not ours any more: ${what}`))
    const files: Site = path =>
      site(path).catch((error: Error) => {
        lost.abort(`its own files cannot be made: ${error.message}`)
        throw error
      })
    const blocked = await serveSite(session, files, watch)
    const reports = createSvgImageReports(session)
    return await createPageSession({ launched, page, session, watch, reports, lost }, blocked)
  } catch (error) {
    launched.kill()
    await launched.gone
    // The call that was interrupted says less.
    throw lost.signal.aborted ? new PageLost(String(lost.signal.reason), error) : error
  } finally {
    clearTimeout(deadline)
  }
}

/** `blocked` has the addresses that the page requested and that were refused. It is emptied before each figure. */
async function createPageSession(opened: OpenedPage, blocked: Set<string>): Promise<PageSession> {
  const { launched, page, session, reports, lost } = opened
  const whileOpen = createWhileOpen(lost.signal)
  const memory = createPageMemory({ page, session, whileOpen })
  let drawn = 0
  /** True until the page has been reloaded. */
  let needsReload = false
  const loaded = await loadPage(opened, whileOpen)
  await preferAllAsOomVictims(launched.browser)

  async function reload(): Promise<void> {
    await loaded.reload()
    needsReload = false
  }

  /** The page answers with the text of an svg, or with the file as base64. */
  async function fileOf(format: ImageFormat, image: string, answer: DrawnPage): Promise<Uint8Array> {
    const { kind } = formats[format]
    if (kind === 'print') return printSvg({ session, entry: loaded.entry, whileOpen }, image, answer)
    return Buffer.from(image, kind === 'raster' ? 'base64' : 'utf8')
  }

  return {
    page,
    lost: lost.signal,
    get drawn() {
      return drawn
    },

    async draw(figure, { formats: wanted, look, alone = false, triesSvgImages, onSvgImage }) {
      if (alone && loaded.drawn > 0) await reload()
      blocked.clear()
      drawn += 1
      memory.noteFigure(figure)
      reports.receive = onSvgImage ?? null
      const { request, texts } = requestOf(figure, { formats: wanted, look }, triesSvgImages)
      const answer = await loaded.draw(request, texts)
      const images = new Map<ImageFormat, Uint8Array>()
      for (const format of wanted) {
        const image = answer.images[format]
        if (image !== undefined) images.set(format, await fileOf(format, image, answer))
      }
      needsReload = answer.needsReload !== null
      memory.noteDecoded(answer.decoded)
      if (alone) lost.abort('the page drew one figure alone')
      if (images.size === 0) throw svgTooLarge()
      const omitted = new Set(answer.omitted)
      for (const address of blocked) noteOmitted(omitted, address)
      return { images, omitted: [...omitted], encodeMs: answer.encodeMs }
    },

    async findCulprit(figure, look) {
      const { request, texts } = requestOf(figure, { formats: ['svg'], look })
      drawn += 1
      needsReload = true
      return loaded.entry.culprit(request, texts)
    },

    async reloadIfNeeded() {
      await memory.evictImagesIfMany()
      if (needsReload || (await memory.isOverweight(drawn))) await reload()
    },

    async releaseMemory() {
      await loaded.entry.releaseMemory()
      await memory.release()
    },

    async kill() {
      launched.kill()
      await launched.gone
    },
  }
}
