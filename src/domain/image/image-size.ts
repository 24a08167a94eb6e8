/** How large an image will be, and whether that is too large (contract, "Files under {plot_url}"). */

import { payloadTooLarge } from '../../errors/errors.ts'
import { defaultSize, type ImageLook, maxImagePixels } from './look.ts'

/** Rejects with `payload_too_large`. `layout` is the stored text: its own size counts where the look names none. */
export function requireImageFits(layout: string, look: ImageLook): void {
  const own = look.width === null || look.height === null ? sizeOf(layout) : defaultSize
  const width = look.width ?? own.width
  const height = look.height ?? own.height
  if (width * height * look.scale ** 2 <= maxImagePixels) return
  throw payloadTooLarge(
    `a picture of ${width}×${height} at scale ${look.scale} has more than ${maxImagePixels / 1e6} million pixels; make width, height or scale smaller`,
  )
}

/** In CSS pixels, as the drawing steps settle it. */
function sizeOf(layout: string): { readonly width: number; readonly height: number } {
  const { width, height } = JSON.parse(layout) as { width?: unknown; height?: unknown }
  return { width: given(width) ?? defaultSize.width, height: given(height) ?? defaultSize.height }
}

const given = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) && value >= 10 ? value : null
