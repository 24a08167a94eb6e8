/** The addresses of a graph. They come from PLOT_URL alone, never from a request (contract). */

import type { ImageFormat } from '../image/formats.ts'
import type { ImageLook } from '../image/look.ts'

/** Each takes a graph_id, or the name of one of its versions (`versionName`). */
export interface Addresses {
  /** The interactive page (spec 2, `permalink`). */
  permalink(name: string): string
  /** The stable png (spec 2, `image_url`), or another format or look of it. */
  image(name: string, format?: ImageFormat, look?: Partial<ImageLook>): string
  /** The standalone html file, as a download. */
  download(name: string): string
}

export function createAddresses(plotUrl: string): Addresses {
  const root = plotUrl.replace(/\/+$/, '')
  return {
    permalink: name => `${root}/${name}`,
    download: name => `${root}/${name}.html`,
    image(name, format = 'png', look = {}) {
      const query = new URLSearchParams()
      for (const [key, value] of Object.entries(look)) {
        if (value !== null && value !== undefined) query.set(key, String(value))
      }
      return `${root}/${name}.${format}${query.size > 0 ? `?${query}` : ''}`
    },
  }
}
