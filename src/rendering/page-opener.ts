/** Opens page sessions, each in a browser of its own, and reports when the first one is ready. */

import { rendererLibrary, rendererLibraryOf } from '../bundling/renderer-library.ts'
import { missingEdits } from '../plotly/edits/render-edits.ts'
import type { LaunchedBrowser } from './chromium/launch.ts'
import type { BrowserSource } from './chromium/source.ts'
import { openPageSession, type PageSession } from './page/page-session.ts'
import { createSite } from './page/site.ts'
import type { RendererConfig } from './renderer-config.ts'
import type { RendererEvent } from './renderer-event.ts'

export interface PageOpener {
  /** How many were opened since the start. */
  readonly opened: number
  open(): Promise<PageSession>
}

export function createPageOpener(
  { library: given, libraryParts }: Pick<RendererConfig, 'library' | 'libraryParts'>,
  browsers: BrowserSource,
  onEvent: (event: RendererEvent) => void,
): PageOpener {
  const library = given ?? (libraryParts ? () => rendererLibraryOf(libraryParts) : rendererLibrary)
  const site = createSite(library)
  let opened = 0

  /** Starts while the code that drives it is being loaded. */
  let first: Promise<LaunchedBrowser> | null = browsers.launch()
  // `open`, which takes this promise, rejects with the failure.
  first.catch(() => {})

  function nextBrowser(): Promise<LaunchedBrowser> {
    const launched = first ?? browsers.launch()
    first = null
    return launched
  }

  async function announce({ browser }: LaunchedBrowser): Promise<void> {
    onEvent({ kind: 'ready', browser: await browser.version() })
    // Separate parts of the library do not contain the places of all edits.
    const missing = libraryParts ? [] : missingEdits(await library())
    if (missing.length > 0) onEvent({ kind: 'edits-missing', edits: missing })
  }

  return {
    get opened() {
      return opened
    },
    async open() {
      const launched = await nextBrowser()
      const page = await openPageSession(launched, site)
      opened += 1
      if (opened === 1) await announce(launched)
      return page
    },
  }
}
