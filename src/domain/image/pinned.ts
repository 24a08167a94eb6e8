/** Which artifacts are kept as long as their graph. */

import { defaultLook, variantOf } from './look.ts'

const pinned = new Set((['png', 'svg'] as const).map(format => variantOf({ ...defaultLook, format })))

/** Whether a variant is one of the two files made at creation. All others are a cache that may be evicted. */
export const isPinned = (variant: string): boolean => pinned.has(variant)
