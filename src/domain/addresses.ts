/** The addresses of a graph. They come from PLOT_URL alone, never from a request (contract). */

import type { ImageFormat } from './image/formats.ts'
import { imageParameters } from './image/image-parameters.ts'
import type { ImageLook } from './image/look.ts'

/** A partial look. Absent parameters keep their defaults. */
type LookWish = Readonly<Partial<Record<keyof ImageLook, string | number | null | undefined>>>

const parameterNames = Object.keys(imageParameters) as readonly (keyof ImageLook)[]

/** The functions take a graph_id, or the name of one version of a graph (`versionName`). */
export interface Addresses {
  /** The interactive page (spec 2, `permalink`). */
  permalink(name: string): string
  /** The stable address of the png (spec 2, `image_url`), or of another format or look. */
  image(name: string, format?: ImageFormat, look?: LookWish): string
  /** The standalone html file, sent as a download. */
  download(name: string): string
}

export function createAddresses(plotUrl: string): Addresses {
  const root = plotUrl.replace(/\/+$/, '')
  return {
    permalink: name => `${root}/${name}`,
    download: name => `${root}/${name}.html`,
    image(name, format = 'png', look = {}) {
      const query = new URLSearchParams()
      // Parameters are written in the order of the table, so that equal looks have equal addresses.
      for (const name of parameterNames) {
        const value = look[name]
        if (value !== null && value !== undefined) query.set(name, String(value))
      }
      return `${root}/${name}.${format}${query.size > 0 ? `?${query}` : ''}`
    },
  }
}
