/** The addresses of a graph. They come from PLOT_URL alone, never from a request (contract). */

import type { ImageFormat, ImageLook } from './graph.ts'

export interface Addresses {
  /** The interactive page (spec 2, `permalink`). */
  permalink(graphId: string): string
  /** The stable png (spec 2, `image_url`), or another format or look of it. */
  image(graphId: string, format?: ImageFormat, look?: Partial<ImageLook>): string
  /** The standalone html file, as a download. */
  download(graphId: string): string
}

export function createAddresses(plotUrl: string): Addresses {
  const root = plotUrl.replace(/\/+$/, '')
  return {
    permalink: graphId => `${root}/${graphId}`,
    download: graphId => `${root}/${graphId}.html`,
    image(graphId, format = 'png', look = {}) {
      const query = new URLSearchParams()
      for (const [name, value] of Object.entries(look)) {
        if (value !== null && value !== undefined) query.set(name, String(value))
      }
      return `${root}/${graphId}.${format}${query.size > 0 ? `?${query}` : ''}`
    },
  }
}
