/** How large an image will be, and whether that is too large (contract, "Files under {plot_url}"). */

import { payloadTooLarge } from '../../errors/errors.ts'
import { defaultSize, type ImageLook, maxImagePixels } from './look.ts'

/** Rejects with `payload_too_large`. `layout` is the stored text: its own size counts where the look names none. */
export function requireImageFits(layout: string, look: ImageLook): void {
  const { scale } = look
  if (look.width === null && look.height === null && scale <= mostScale && !mayBeLarge.test(layout)) return
  const own = look.width === null || look.height === null ? sizeOf(layout) : defaultSize
  const width = look.width ?? own.width
  const height = look.height ?? own.height
  if (width * height * scale ** 2 <= maxImagePixels) return
  throw payloadTooLarge(
    `a picture of ${width}×${height} at scale ${scale} has more than ${maxImagePixels / 1e6} million pixels; make width, height or scale smaller`,
  )
}

/**
 * Anywhere in the text a size of more than three digits, or maybe one, its name being written with escapes. Few layouts
 * have that; the others need not be parsed, templates and all, for each image.
 */
const mayBeLarge = /"(?:width|height)"\s*:\s*(?!\d{1,3}(?:\.\d+)?\s*[,}])|\\u/
/** Up to which all sizes of three digits fit. */
const mostScale = Math.sqrt(maxImagePixels) / 1000

/** In CSS pixels, as the drawing steps settle it. */
function sizeOf(layout: string): { readonly width: number; readonly height: number } {
  const { width, height } = JSON.parse(layout) as { width?: unknown; height?: unknown }
  return { width: given(width) ?? defaultSize.width, height: given(height) ?? defaultSize.height }
}

const given = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) && value >= 10 ? value : null
