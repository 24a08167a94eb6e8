/** How large images may be (contract, "Files under {plot_url}"), and which are large. */

import { payloadTooLarge } from '../../errors/errors.ts'
import { defaultSize, sizeOrNull } from '../../plotly/default-size.ts'
import { devicePixels, type ImageLook, maxImagePixels } from './look.ts'

/** Throws `payload_too_large`. `layout` is the stored text, whose own size is the default for the look's. */
export function requireImageFits(layout: string, look: ImageLook): void {
  const { scale } = look
  if (look.width === null && look.height === null && scale <= maxScale && !mayBeLarge.test(layout)) return
  const own = look.width === null || look.height === null ? sizeOf(layout) : defaultSize
  const width = look.width ?? own.width
  const height = look.height ?? own.height
  if (devicePixels(width, height, scale) <= maxImagePixels) return
  throw payloadTooLarge(
    `an image of ${width}×${height} at scale ${scale} has more than ${maxImagePixels / 1e6} million pixels; make width, height or scale smaller`,
  )
}

/** In CSS pixels: the canvases of WebGL, which take most, do not grow with the scale. */
const largePixels = 4_000_000

/** Whether an image may take gigabytes while it is drawn, by the size that is requested. */
export const isLarge = ({ width, height }: Pick<ImageLook, 'width' | 'height'>): boolean =>
  (width ?? defaultSize.width) * (height ?? defaultSize.height) > largePixels

/**
 * Matches a width or height of more than three digits anywhere in the text, or an escape, which may spell one. Layouts
 * without a match, nearly all, need not be parsed for each image.
 */
const mayBeLarge = /"(?:width|height)"\s*:\s*(?!\d{1,3}(?:\.\d+)?\s*[,}])|\\u/
/** At scales up to this one, all sizes of three digits are within the limit. */
const maxScale = Math.sqrt(maxImagePixels) / 1000

/** In CSS pixels, computed like the renderer does. */
function sizeOf(layout: string): { readonly width: number; readonly height: number } {
  const { width, height } = JSON.parse(layout) as { width?: unknown; height?: unknown }
  return { width: sizeOrNull(width) ?? defaultSize.width, height: sizeOrNull(height) ?? defaultSize.height }
}
