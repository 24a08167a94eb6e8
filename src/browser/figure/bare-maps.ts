/** Maps with nothing but what the traces draw on them. */

import { childrenOf, namedIn } from '../json.ts'
import { emptyStyle } from './map-style.ts'
import type { FigureParts } from './parts.ts'

/** Whether it draws on maps; to be asked once what is remote was left out, which names each map. */
export const hasMaps = ({ layout }: FigureParts): boolean => childrenOf(layout, 'map').length > 0

/** Takes styles and layers from all maps; returns the places that something was taken from. */
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
