/**
 * Watches for what no figure may make a page do: navigate, open frames, windows and dialogs, or download. The browser
 * refuses it, and a page that tried is not trusted any more.
 */

import type { CDPSession } from 'puppeteer-core'

export interface PageWatch {
  /** Whether the page is loading our own document. */
  readonly opening: boolean
  /** Runs `work`, which loads our document, so that the page's navigation is expected meanwhile. */
  during<T>(work: () => Promise<T>): Promise<T>
  /** To be called when the page tried to leave its document. */
  refusedNavigation(address: string): void
}

/** `onForeign` is called with a description of what the page did. */
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
    // Nobody would ever answer the dialog.
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
