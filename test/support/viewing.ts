/** A service and a viewer's browser for the tests of a suite. */

import { afterAll, afterEach, beforeAll } from '@jest/globals'
import { startTestService, type TestService } from './app.ts'
import { type PageOptions, startTestBrowser, type TestBrowser, type WatchedPage } from './browser.ts'

const patience = 240_000

export interface Viewing {
  /** There as soon as the tests run. */
  readonly service: TestService
  /** An empty page, which is closed after the test. */
  openEmpty(options?: PageOptions): Promise<WatchedPage>
  /** The same, at an address. */
  open(address: string, options?: PageOptions): Promise<WatchedPage>
}

/** Starts both before the first test and ends them after the last. */
export function startViewing(settings: Readonly<Record<string, string>>): Viewing {
  let service: TestService | undefined
  let browser: TestBrowser | undefined
  const opened: WatchedPage[] = []

  beforeAll(async () => {
    service = await startTestService(settings)
    browser = await startTestBrowser()
  }, patience)
  afterEach(async () => {
    for (const { page } of opened.splice(0)) await page.browserContext().close()
  })
  afterAll(async () => {
    // Whichever was started is closed, or the run would not end.
    await browser?.close()
    await service?.close()
  })

  async function openEmpty(options?: PageOptions): Promise<WatchedPage> {
    const watched = await browser!.open(options)
    opened.push(watched)
    return watched
  }

  return {
    get service() {
      return service!
    },
    openEmpty,
    async open(address, options) {
      const watched = await openEmpty(options)
      await watched.page.goto(address, { waitUntil: 'load', timeout: patience })
      return watched
    },
  }
}
