/** Maps that show only what the traces draw on them. */

import { childrenOf, namedIn } from '../json.ts'
import { emptyStyle } from './map-style.ts'
import type { FigureParts } from './parts.ts'

/** Whether the figure has maps. To be called after remote parts were left out, which gives each map a name. */
export const hasMaps = ({ layout }: FigureParts): boolean => childrenOf(layout, 'map').length > 0

/** Removes styles and layers from all maps. Returns the paths from which something was removed. */
export function bareMaps({ layout }: FigureParts): string[] {
  const taken: string[] = []
  for (const [name, map] of namedIn(layout, 'map')) {
    map.style = emptyStyle('white-bg')
    taken.push(`layout.${name}.style`)
    if (map.layers === undefined) continue
    delete map.layers
    taken.push(`layout.${name}.layers`)
  }
  return taken
}
