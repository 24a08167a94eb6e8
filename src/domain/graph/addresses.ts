/** The addresses of a graph. They come from PLOT_URL alone, never from a request (contract). */

import type { ImageFormat } from '../image/formats.ts'
import { imageParameters } from '../image/image-parameters.ts'
import type { ImageLook } from '../image/look.ts'

/** What is said of a look; the rest is as without it. */
type LookWish = Readonly<Partial<Record<keyof ImageLook, string | number | null | undefined>>>

const parameterNames = Object.keys(imageParameters) as readonly (keyof ImageLook)[]

/** Each takes a graph_id, or the name of one of its versions (`versionName`). */
export interface Addresses {
  /** The interactive page (spec 2, `permalink`). */
  permalink(name: string): string
  /** The stable png (spec 2, `image_url`), or another format or look of it. */
  image(name: string, format?: ImageFormat, look?: LookWish): string
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
      // In the order of the table: equal looks have one address.
      for (const name of parameterNames) {
        const value = look[name]
        if (value !== null && value !== undefined) query.set(name, String(value))
      }
      return `${root}/${name}.${format}${query.size > 0 ? `?${query}` : ''}`
    },
  }
}
