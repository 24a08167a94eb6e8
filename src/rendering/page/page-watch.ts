/**
 * What no figure makes a page do: leave its address, open frames, windows and dialogs, download. The browser refuses
 * it, and a page that tried is not trusted any more.
 */

import type { CDPSession } from 'puppeteer-core'

export interface PageWatch {
  /** Whether the page is on its way to our own document. */
  readonly opening: boolean
  /** What the page does while `work` lasts is ours: it opens our document. */
  during<T>(work: () => Promise<T>): Promise<T>
  /** The page tried to leave its document. */
  refusedNavigation(address: string): void
}

/** `onForeign` is told what the page did, in words. */
export async function watchPage(session: CDPSession, onForeign: (what: string) => void): Promise<PageWatch> {
  let openings = 0
  const foreign = (what: string) => {
    if (openings === 0) onForeign(what.slice(0, 200))
  }
  session.on('Page.frameNavigated', ({ frame }) => foreign(`it went to ${frame.url}`))
  session.on('Page.navigatedWithinDocument', ({ url }) => foreign(`it went to ${url}`))
  session.on('Page.frameAttached', () => foreign('it opened a frame'))
  session.on('Page.windowOpen', ({ url }) => foreign(`it opened a window for ${url}`))
  session.on('Page.downloadWillBegin', ({ url }) => foreign(`it downloaded ${url}`))
  session.on('Page.javascriptDialogOpening', ({ type }) => {
    // Nobody would ever answer it.
    session.send('Page.handleJavaScriptDialog', { accept: false }).catch(() => {})
    foreign(`it opened a dialog (${type})`)
  })
  await session.send('Page.enable')
  await session.send('Page.setDownloadBehavior', { behavior: 'deny' })
  return {
    get opening() {
      return openings > 0
    },
    async during(work) {
      openings += 1
      try {
        return await work()
      } finally {
        openings -= 1
      }
    },
    refusedNavigation: address => foreign(`it tried to go to ${address}`),
  }
}
