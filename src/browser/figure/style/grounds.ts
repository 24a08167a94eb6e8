/** Words on a ground of their own, such as a legend with a colour: in the style's ink where that is read, else another. */

import { childrenOf, type JsonObject, objectsIn } from '../../json.ts'
import { partOf } from '../words/context.ts'
import { contrast, luminance, type ReadColour } from './colours.ts'
import { inkOn } from './inks.ts'

/** Their author may give the ground for one theme only, and the words in none. */
export function settleGrounds(layout: JsonObject, defaults: JsonObject, read: ReadColour): void {
  const style = partOf(layout, 'font').color ?? partOf(defaults, 'font').color
  const own = typeof style === 'string' ? read(style) : null
  const holders = [
    ...childrenOf(layout, /^(?:legend\d*|hoverlabel)$/),
    ...objectsIn(layout.annotations),
    ...objectsIn(layout.updatemenus),
  ]
  for (const holder of holders) {
    const ground = typeof holder.bgcolor === 'string' ? read(holder.bgcolor) : null
    const font = partOf(holder, 'font')
    if (!own || !ground || ground[3]! < 0.5 || font.color !== undefined) continue
    if (contrast(luminance(own), luminance(ground)) >= 4.5) continue
    holder.font = { ...font, color: inkOn(holder.bgcolor as string, ground, read) }
  }
}
