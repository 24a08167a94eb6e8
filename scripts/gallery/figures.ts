/** Sixty figures as people make them every day, in groups: what the default style has to look good with. */

import { bars } from './bars.ts'
import { distributions } from './distributions.ts'
import { lines } from './lines.ts'
import { others } from './others.ts'
import type { GalleryGroup } from './samples.ts'
import { shares } from './shares.ts'

// In this order, in which each takes its numbers.
export const galleryGroups: readonly GalleryGroup[] = [lines(), bars(), shares(), distributions(), others()]
