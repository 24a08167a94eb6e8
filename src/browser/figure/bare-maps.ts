/** Maps with nothing but what the traces draw on them. */

import { childOf, isObject } from '../json.ts'
import { emptyStyle } from './map-style.ts'
import type { FigureParts } from './parts.ts'

const mapNames = ({ layout }: FigureParts): string[] =>
  Object.keys(layout).filter(key => /^map\d*$/.test(key) && isObject(layout[key]))

/** Whether it draws on maps; to be asked once what is remote was left out, which names each map. */
export const hasMaps = (figure: FigureParts): boolean => mapNames(figure).length > 0

/** Takes styles and layers from all maps; returns the places that something was taken from. */
export function bareMaps(figure: FigureParts): string[] {
  const taken: string[] = []
  for (const name of mapNames(figure)) {
    const map = childOf(figure.layout, name)!
    map.style = emptyStyle('white-bg')
    taken.push(`layout.${name}.style`)
    if (map.layers === undefined) continue
    delete map.layers
    taken.push(`layout.${name}.layers`)
  }
  return taken
}
