/** The only network of a render page: its own origin, answered from memory. */

import type { CDPSession } from 'puppeteer-core'
import type { PageWatch } from './page-watch.ts'
import { type Site, siteOrigin } from './site.ts'

const mostBlocked = 1000

type NavigationWatch = Pick<PageWatch, 'opening' | 'refusedNavigation'>
/** For pages that run no figures of strangers. */
const noWatch: NavigationWatch = { opening: true, refusedNavigation() {} }

/** Answers the site's own origin and refuses everything else; what was refused is added to the list. */
export async function serveSite(session: CDPSession, site: Site, watch = noWatch): Promise<string[]> {
  const blocked: string[] = []
  session.on('Fetch.requestPaused', ({ requestId, request, resourceType }) => {
    const answer = async () => {
      if (resourceType === 'Document' && !watch.opening) {
        // So that the page stays where it is; of another reason it would show the browser's own page.
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
        if (blocked.length < mostBlocked) blocked.push(request.url)
        await session.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' })
      }
    }
    // The page may be gone meanwhile; then nobody waits for the file.
    answer().catch(() => {})
  })
  await session.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] })
  return blocked
}
