/** A warm page in a browser of its own: opened once, it draws many figures, one after the other. */

import type { CDPSession, Page } from 'puppeteer-core'
import type { DrawnPage, FoundCulprit, PageRequest } from '../../browser/renderer/protocol.ts'
import type { Figure, FigureText } from '../../domain/figure/text.ts'
import { formats, type ImageFormat } from '../../domain/image/formats.ts'
import type { ImageLook } from '../../domain/image/look.ts'
import type { RenderRequest, RenderResult } from '../../domain/image/ports.ts'
import { AppError } from '../../errors/errors.ts'
import { watchGraphicsProcess } from '../chromium/graphics-process.ts'
import type { LaunchedBrowser } from '../chromium/launch.ts'
import { preferAllAsOomVictims } from '../chromium/oom-victims.ts'
import { isTransferable } from './file-transfer.ts'
import { findEntry, type PageEntry } from './page-entry.ts'
import { PageLost } from './page-lost.ts'
import { createPageMemory } from './page-memory.ts'
import { type PageWatch, watchPage } from './page-watch.ts'
import { printSvg } from './print.ts'
import { type Site, siteOrigin } from './site.ts'
import { serveSite } from './site-requests.ts'
import { createWhileOpen } from './while-open.ts'

export interface PageDrawing extends Pick<RenderRequest, 'formats' | 'look'> {
  readonly alone?: boolean
}

export interface PageSession {
  readonly page: Page
  readonly drawn: number
  /** Aborted when the browser has ended or the page is not ours any more. The session has to be killed then. */
  readonly lost: AbortSignal
  /**
   * Rejects with `render_failed` if the library refuses the figure, and with PageLost if the page was lost meanwhile. A
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

export async function openPageSession(launched: LaunchedBrowser, site: Site): Promise<PageSession> {
  const lost = new AbortController()
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
    return await createPageSession({ launched, page, session, watch, blocked, lost })
  } catch (error) {
    launched.kill()
    await launched.gone
    throw error
  }
}

interface OpenedPage {
  readonly launched: LaunchedBrowser
  readonly page: Page
  readonly session: CDPSession
  readonly watch: PageWatch
  /** Addresses that the page requested and that were refused. Emptied before each figure. */
  readonly blocked: string[]
  /** Aborted when the page is lost. */
  readonly lost: AbortController
}

async function createPageSession(opened: OpenedPage): Promise<PageSession> {
  const { launched, page, session, watch, blocked, lost } = opened
  const whileOpen = createWhileOpen(lost.signal)
  const memory = createPageMemory({ page, session, whileOpen })
  let drawn = 0
  /** The number of figures drawn since the page was last loaded. */
  let drawnHere = 0
  /** True until the page has been reloaded. */
  let needsReload = false

  async function open(): Promise<PageEntry> {
    await watch.during(() => whileOpen(page.goto(`${siteOrigin}/`, { waitUntil: 'load', timeout: 20_000 })))
    needsReload = false
    drawnHere = 0
    return findEntry({ session, callFunction: launched.callFunction, folder: launched.folder, whileOpen })
  }

  let entry = await open()
  const graphics = await whileOpen(watchGraphicsProcess(launched.browser))
  await preferAllAsOomVictims(launched.browser)
  const reload = async () => {
    entry = await open()
  }

  /** A failure on a page that has drawn other figures is only believed if a page that is as new fails too. */
  async function drawSurely(request: PageRequest, texts: ReadonlyMap<string, Buffer>): Promise<DrawnPage> {
    drawnHere += 1
    const answer = await entry.draw(request, texts).catch(error => {
      if (error instanceof AppError && drawnHere > 1) return null
      throw error
    })
    if (answer && !answer.mustRedraw) return answer
    await reload()
    drawnHere += 1
    const second = await entry.draw(request, texts)
    if (second.mustRedraw) throw new PageLost('a WebGL context was lost twice')
    return second
  }

  /** Neither an image nor a refusal counts if the graphics process has ended. A page that is lost draws nothing else. */
  async function drawOrLose(...given: Parameters<typeof drawSurely>): Promise<DrawnPage> {
    const requireGraphics = async () => {
      if (await whileOpen(graphics.hasEnded())) throw new PageLost('its graphics process ended')
    }
    try {
      const answer = await drawSurely(...given).catch(async error => {
        if (error instanceof AppError) await requireGraphics()
        throw error
      })
      if (answer.usedWebgl) await requireGraphics()
      return answer
    } catch (error) {
      if (error instanceof PageLost) lost.abort(error.message)
      throw error
    }
  }

  /** The page answers with the text of an svg, or with the file as base64. */
  async function fileOf(format: ImageFormat, answer: DrawnPage): Promise<Uint8Array> {
    const image = answer.images[format] ?? ''
    const { kind } = formats[format]
    if (kind === 'print') return printSvg({ session, entry, whileOpen }, image, answer)
    return Buffer.from(image, kind === 'raster' ? 'base64' : 'utf8')
  }

  return {
    page,
    lost: lost.signal,
    get drawn() {
      return drawn
    },

    async draw(figure, { formats: wanted, look, alone = false }) {
      if (alone && drawnHere > 0) await reload()
      blocked.length = 0
      drawn += 1
      memory.noteFigure(figure)
      const { request, texts } = requestOf(figure, { formats: wanted, look })
      const answer = await drawOrLose(request, texts)
      const images = new Map<ImageFormat, Uint8Array>()
      for (const format of wanted) {
        images.set(format, await fileOf(format, answer))
      }
      needsReload = answer.needsReload !== null
      memory.noteDecoded(answer.decoded)
      if (alone) lost.abort('the page drew one figure alone')
      const omitted = [...new Set([...answer.omitted, ...blocked])]
      return { images, omitted, encodeMs: answer.encodeMs }
    },

    async findCulprit(figure, look) {
      const { request, texts } = requestOf(figure, { formats: ['svg'], look })
      drawn += 1
      needsReload = true
      return entry.culprit(request, texts)
    },

    async reloadIfNeeded() {
      await memory.evictImagesIfMany()
      if (needsReload || (await memory.isOverweight(drawn))) await reload()
    },

    async releaseMemory() {
      await entry.releaseMemory()
      await memory.release()
    },

    async kill() {
      launched.kill()
      await launched.gone
    },
  }
}

/** What is sent through the pipe, and the texts that are too large for it. */
function requestOf(figure: Figure, { formats, look }: PageDrawing) {
  const texts = new Map<string, Buffer>()
  const inline = (name: string, text: FigureText): string => {
    if (!isTransferable(text)) return String(text)
    texts.set(name, text)
    return ''
  }
  const request: PageRequest = {
    data: inline('data', figure.data),
    layout: inline('layout', figure.layout),
    frames: figure.frames && inline('frames', figure.frames),
    ...look,
    formats,
  }
  return { request, texts }
}
