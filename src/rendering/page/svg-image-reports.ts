/** Receives what a page reports of the SVG images of a figure. The browser passes it on while the page is drawing. */

import type { CDPSession } from 'puppeteer-core'

export interface SvgImageReports {
  /** For the figure that is drawn now: called as `PageDrawing.onSvgImage`. */
  receive: ((path: string | null) => void) | null
  /** Gives the page the function with which it reports. To be called whenever it was loaded. */
  install(): Promise<void>
}

export function createSvgImageReports(session: CDPSession): SvgImageReports {
  const reports: SvgImageReports = {
    receive: null,
    async install() {
      await session.send('Runtime.addBinding', { name: 'plotgateSvgImage' })
    },
  }
  session.on('Runtime.bindingCalled', ({ name, payload }) => {
    if (name === 'plotgateSvgImage') reports.receive?.(payload === '' ? null : payload)
  })
  return reports
}
