/** Which artifacts stay as long as their graph. */

import { defaultLook, variantOf } from './look.ts'

const pinned = new Set((['png', 'svg'] as const).map(format => variantOf({ ...defaultLook, format })))

/** Whether a variant is one of the two files made at creation; others are a cache. */
export const isPinned = (variant: string): boolean => pinned.has(variant)
