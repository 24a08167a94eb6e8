/**
 * A figure in a frame of another page. If that page includes embed.js, the figure reports its preferred height and
 * learns the colours of the page.
 */

import type { GraphPage } from './page.ts'
import type { PageSettings } from './settings.ts'

/** `redraw` shows the figure in the theme of the page's settings. */
export function talkToHost(page: GraphPage, redraw: () => Promise<void>): void {
  if (!page.settings.embedded || window.parent === window) return
  const sendHeight = () => {
    const height = heightOf(page.settings, document.documentElement.clientWidth)
    window.parent.postMessage({ plotgate: 'height', height }, '*')
  }
  addEventListener('message', ({ source, data }) => {
    // embed.js was loaded after this script.
    if (source === window.parent && data?.plotgate === 'hello') sendHeight()
    const theme: unknown = source === window.parent && data?.plotgate === 'theme' ? data.theme : null
    if (theme !== 'light' && theme !== 'dark') return
    if (!page.settings.followsHost || theme === page.settings.theme) return
    page.settings = { ...page.settings, theme }
    document.documentElement.dataset.theme = theme
    void redraw()
  })
  addEventListener('resize', sendHeight)
  sendHeight()
}

/** In pixels, for a figure that sets only its width: the height of its image. */
const imageHeight = 500

/** A suitable height for a figure without a size, about that which pages use at the same width. */
function heightOf({ width, height }: Pick<PageSettings, 'width' | 'height'>, space: number): number {
  if (width !== null) return Math.ceil((height ?? imageHeight) * Math.min(1, space / width))
  if (height !== null) return height
  return Math.round(Math.min(Math.max(Math.min(space * 1.2, 430), (space * 5) / 7), 640))
}
