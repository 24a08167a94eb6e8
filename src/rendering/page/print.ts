/** Creates PDF files: the browser prints the svg. */

import type { CDPSession } from 'puppeteer-core'
import type { PageEntry } from './page-entry.ts'
import type { WhileOpen } from './while-open.ts'

export interface PrintingPage {
  readonly session: CDPSession
  readonly entry: PageEntry
  readonly whileOpen: WhileOpen
}

/** Prints the svg alone on a sheet of its own size, in CSS pixels. Text stays text, and lines stay lines. */
export async function printSvg(
  { session, entry, whileOpen }: PrintingPage,
  svg: string,
  { width, height }: { readonly width: number; readonly height: number },
): Promise<Uint8Array> {
  await entry.showSvg(svg)
  try {
    const { data } = await whileOpen(
      session.send('Page.printToPDF', {
        paperWidth: width / 96,
        paperHeight: height / 96,
        marginTop: 0,
        marginBottom: 0,
        marginLeft: 0,
        marginRight: 0,
        printBackground: true,
        pageRanges: '1',
      }),
    )
    return Buffer.from(data, 'base64')
  } finally {
    await entry.hideSvg()
  }
}
