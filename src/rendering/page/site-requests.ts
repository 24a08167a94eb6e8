/** The only network of a render page: its own origin, answered from memory. */

import type { CDPSession } from 'puppeteer-core'
import { noteOmitted } from '../../plotly/omitted.ts'
import type { PageWatch } from './page-watch.ts'
import { type Site, siteOrigin } from './site.ts'

type NavigationWatch = Pick<PageWatch, 'opening' | 'refusedNavigation'>
/** For pages that draw no figures of strangers. */
const noWatch: NavigationWatch = { opening: true, refusedNavigation() {} }

/** Answers requests to the site's own origin and refuses all others. Refused addresses are added to the list. */
export async function serveSite(session: CDPSession, site: Site, watch = noWatch): Promise<Set<string>> {
  const blocked = new Set<string>()
  session.on('Fetch.requestPaused', ({ requestId, request, resourceType }) => {
    const answer = async () => {
      if (resourceType === 'Document' && !watch.opening) {
        // With this reason the page stays where it is; with any other it would show the browser's own error page.
        await session.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' })
        watch.refusedNavigation(request.url)
        return
      }
      const url = URL.parse(request.url)
      const file = url?.origin === siteOrigin ? await site(url.pathname) : null
      if (file) {
        const headers = { 'Content-Type': file.type, ...file.headers }
        await session.send('Fetch.fulfillRequest', {
          requestId,
          responseCode: 200,
          responseHeaders: Object.entries(headers).map(([name, value]) => ({ name, value })),
          body: file.base64,
        })
      } else {
        noteOmitted(blocked, request.url)
        await session.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' })
      }
    }
    // The page may have ended meanwhile; then nobody waits for the file.
    answer().catch(() => {})
  })
  await session.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] })
  return blocked
}
