/**
 * Watches the process in which a browser draws WebGL. Another takes its place when it ends, but what is drawn meanwhile
 * may be empty without any error, and after a while the browser refuses pages that it suspects.
 */

import type { Browser } from 'puppeteer-core'

export interface GraphicsProcess {
  /** Whether it has ended since it was first seen. */
  hasEnded(): Promise<boolean>
}

export async function watchGraphicsProcess(browser: Browser): Promise<GraphicsProcess> {
  const session = await browser.target().createCDPSession()
  const find = async () => {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo')
    return processInfo.find(({ type }) => type === 'GPU')?.id
  }
  let first = await find()
  return {
    async hasEnded() {
      const now = await find()
      first ??= now
      return now !== first
    },
  }
}
