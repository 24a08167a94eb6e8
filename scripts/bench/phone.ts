/** A slow phone: how long it waits for the first image and the interactive figure of a page. */

import type { Browser, Page } from 'puppeteer-core'

/** What Lighthouse and Chrome's tools call Slow 4G, in bytes a second and milliseconds. */
const slow4g = { offline: false, downloadThroughput: 180_000, uploadThroughput: 84_375, latency: 562.5 }

export interface Visit {
  /** Milliseconds from the start of the navigation. */
  readonly firstImage: number
  readonly interactive: number
  /** The longest task of the main thread, in milliseconds. */
  readonly longestTask: number
  /** Cumulative layout shift, as the browser scores it. */
  readonly layoutShift: number
  /** What came over the network, in bytes. */
  readonly bytes: number
}

/** Runs in the page before anything else of it. `live` says that its figure can be used. */
function watchPage(live: string): void {
  const seen = { firstImage: 0, interactive: 0, longestTask: 0, layoutShift: 0 }
  const observe = (type: string, note: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver(list => list.getEntries().forEach(note)).observe({ type, buffered: true })
  observe('largest-contentful-paint', entry => {
    const { element } = entry as PerformanceEntry & { element: Element | null }
    if (element instanceof HTMLImageElement && seen.firstImage === 0) seen.firstImage = entry.startTime
  })
  observe('longtask', ({ duration }) => {
    seen.longestTask = Math.max(seen.longestTask, duration)
  })
  observe('layout-shift', entry => {
    seen.layoutShift += (entry as PerformanceEntry & { value: number }).value
  })
  const look = new MutationObserver(() => {
    if (!document.querySelector(live)) return
    look.disconnect()
    // What was drawn is on the screen with the frame after the next.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        seen.interactive = performance.now()
      }),
    )
  })
  look.observe(document, { childList: true, subtree: true, attributes: true })
  Object.assign(window, { seen })
}

/** Two visits to the page, one after the other, by a reader who has never been there. */
export async function visitTwice(browser: Browser, address: string, live: string): Promise<[Visit, Visit]> {
  const reader = await browser.createBrowserContext()
  try {
    return [
      await visit(await reader.newPage(), address, live),
      await visit(await reader.newPage(), address, live),
    ]
  } finally {
    await reader.close()
  }
}

async function visit(page: Page, address: string, live: string): Promise<Visit> {
  await page.setViewport({ width: 390, height: 844, deviceScaleFactor: 3, isMobile: true, hasTouch: true })
  await page.evaluateOnNewDocument(`(${watchPage})(${JSON.stringify(live)})`)
  const session = await page.createCDPSession()
  let bytes = 0
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
  })
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', slow4g)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.goto(address, { waitUntil: 'domcontentloaded', timeout: 60_000 })
  await page.waitForFunction('seen.interactive > 0', { timeout: 60_000, polling: 100 })
  const seen = (await page.evaluate('seen')) as Omit<Visit, 'bytes'>
  await page.close()
  // A page without a static image shows its figure first.
  return { ...seen, firstImage: seen.firstImage || seen.interactive, bytes }
}
