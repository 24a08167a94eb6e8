/** A page that has loaded the renderer's script. It is loaded again whenever a drawing on it cannot be trusted. */

import type { CDPSession, Page } from 'puppeteer-core'
import type { DrawnPage, PageRequest } from '../../browser/renderer/protocol.ts'
import { AppError } from '../../errors/errors.ts'
import { watchGraphicsProcess } from '../chromium/graphics-process.ts'
import type { LaunchedBrowser } from '../chromium/launch.ts'
import { findEntry, type PageEntry } from './page-entry.ts'
import { PageLost } from './page-lost.ts'
import type { PageWatch } from './page-watch.ts'
import { siteOrigin } from './site.ts'
import type { SvgImageReports } from './svg-image-reports.ts'
import type { WhileOpen } from './while-open.ts'

export interface LoadedPage {
  /** How many figures were drawn since the page was last loaded. */
  readonly drawn: number
  /** The functions of the page's script. */
  readonly entry: PageEntry
  reload(): Promise<void>
  /** Rejects with PageLost if neither an image nor a refusal can be trusted; the page then draws nothing else. */
  draw(request: PageRequest, texts: ReadonlyMap<string, Buffer>): Promise<DrawnPage>
}

export interface OpenedPage {
  readonly launched: LaunchedBrowser
  readonly page: Page
  readonly session: CDPSession
  readonly watch: PageWatch
  readonly reports: SvgImageReports
  /** Aborted when the page is lost. */
  readonly lost: AbortController
}

export async function loadPage(opened: OpenedPage, whileOpen: WhileOpen): Promise<LoadedPage> {
  const { launched, page, session, watch, reports, lost } = opened
  let drawnHere = 0

  async function load(): Promise<PageEntry> {
    await watch.during(() => whileOpen(page.goto(`${siteOrigin}/`, { waitUntil: 'load', timeout: 20_000 })))
    drawnHere = 0
    await whileOpen(reports.install())
    return findEntry({ session, callFunction: launched.callFunction, folder: launched.folder, whileOpen })
  }

  let entry = await load()
  const graphics = await whileOpen(watchGraphicsProcess(launched.browser))
  const reload = async () => {
    entry = await load()
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

  return {
    get drawn() {
      return drawnHere
    },
    get entry() {
      return entry
    },
    reload,
    draw: drawOrLose,
  }
}
