/**
 * A figure in a frame of another page. Where that page has the one line of embed.js, it is told how high the figure
 * wants to be, and tells its own colours.
 */

import type { GraphPage } from './page.ts'
import type { PageSettings } from './settings.ts'

/** `redraw` shows the figure in the theme that the page's settings say by then. */
export function talkToHost(page: GraphPage, redraw: () => Promise<void>): void {
  if (!page.settings.embedded || window.parent === window) return
  const tell = () => {
    const height = heightOf(page.settings, document.documentElement.clientWidth)
    window.parent.postMessage({ plotgate: 'height', height }, '*')
  }
  addEventListener('message', ({ source, data }) => {
    // Its script came after this one.
    if (source === window.parent && data?.plotgate === 'hello') tell()
    const theme: unknown = source === window.parent && data?.plotgate === 'theme' ? data.theme : null
    if (theme !== 'light' && theme !== 'dark') return
    if (!page.settings.followsHost || theme === page.settings.theme) return
    page.settings = { ...page.settings, theme }
    document.documentElement.dataset.theme = theme
    void redraw()
  })
  addEventListener('resize', tell)
  tell()
}

/** In pixels, of a figure that settles its width alone: as its image. */
const imageHeight = 500

/** What a figure of no size of its own looks well in: about what pages give it at that width. */
function heightOf({ width, height }: Pick<PageSettings, 'width' | 'height'>, space: number): number {
  if (width !== null) return Math.ceil((height ?? imageHeight) * Math.min(1, space / width))
  if (height !== null) return height
  return Math.round(Math.min(Math.max(Math.min(space * 1.2, 430), (space * 5) / 7), 640))
}
