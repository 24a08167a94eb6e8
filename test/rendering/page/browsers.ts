import { afterAll } from '@jest/globals'
import { type BrowserSource, createBrowserSource } from '../../../src/rendering/chromium/source.ts'
import { openPageSession, type PageSession } from '../../../src/rendering/page/page-session.ts'
import { createSite } from '../../../src/rendering/page/site.ts'

const patience = 240_000

/** Browsers as the renderer opens them, for pages that a suite opens by itself. */
export const openBrowsers = (): BrowserSource =>
  createBrowserSource({
    browserPath: process.env.BROWSER_PATH || null,
    sandbox: 'auto',
    cacheDir: null,
    onEvent: () => {},
  })

/** To be called once by a suite. The returned function opens a page, and all of them are closed after the suite. */
export function suitePages(): () => Promise<PageSession> {
  const browsers = openBrowsers()
  const open: PageSession[] = []
  afterAll(async () => {
    await Promise.all(open.map(page => page.kill()))
    await browsers.close()
  }, patience)
  return async () => {
    const page = await openPageSession(await browsers.launch(), createSite())
    open.push(page)
    return page
  }
}
