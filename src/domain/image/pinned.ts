/** The files that are made when a graph is created. They are kept as long as their graph. */

import type { ImageFormat } from './formats.ts'
import { defaultLook, variantOf } from './look.ts'

/** Their formats. One render in the background makes them all. */
export const firstFormats: readonly ImageFormat[] = ['png', 'svg']

export const firstVariants: readonly string[] = firstFormats.map(format =>
  variantOf({ ...defaultLook, format }),
)

/** Whether a variant is one of these files. All others are a cache that may be evicted. */
export const isPinned = (variant: string): boolean => firstVariants.includes(variant)
