/**
 * Words inside bars and slices, in the ink that reads best there. The charting library takes white or a grey by the
 * brightness of the mark: on a middling colour, orange for one, that is 3:1.
 */

import type { JsonObject } from '../../json.ts'
import { partOf } from '../words/context.ts'
import { contrast, luminance, type ReadColour } from './colours.ts'

const inks = ['#ffffff', '#0b1214']
const inkLight = [1, 0.006]

export function settleInks(
  trace: JsonObject,
  index: number,
  colours: readonly unknown[],
  read: ReadColour,
): void {
  const own = partOf(trace, 'textfont').color ?? partOf(trace, 'insidetextfont').color
  if (own !== undefined || colours.length === 0) return
  const color = coloursOfMarks(trace, index, colours)
  const found = Array.isArray(color) ? color.map(each => inkOn(each, read)) : inkOn(color, read)
  if (found) trace.insidetextfont = { ...partOf(trace, 'insidetextfont'), color: found }
}

/** One colour, or one for each mark; undefined where the style cannot know. */
function coloursOfMarks(trace: JsonObject, index: number, colours: readonly unknown[]): unknown {
  const marker = partOf(trace, 'marker')
  switch (trace.type) {
    case 'bar':
    case 'histogram':
    case 'funnel':
      return typeof marker.color === 'string'
        ? marker.color
        : (marker.color ?? colours[index % colours.length])
    case 'pie':
    case 'funnelarea':
      return marker.colors ?? coloursOfSlices(trace, colours)
    default:
      return undefined
  }
}

/** The library gives its colours to the slices from the largest to the smallest. */
function coloursOfSlices({ values, labels, sort }: JsonObject, colours: readonly unknown[]): unknown {
  if (!Array.isArray(values) || values.length > colours.length) return undefined
  if (!Array.isArray(labels) || new Set(labels).size < values.length) return undefined
  const order = values.map((_, i) => i)
  if (sort !== false) order.sort((a, b) => values[b] - values[a])
  const found: unknown[] = []
  order.forEach((at, rank) => {
    found[at] = colours[rank]
  })
  return found
}

function inkOn(colour: unknown, read: ReadColour): string | null {
  const parts = typeof colour === 'string' ? read(colour) : null
  if (!parts || parts[3]! < 1) return null
  const [onWhite, onBlack] = inkLight.map(light => contrast(luminance(parts), light))
  return inks[onWhite! >= onBlack! ? 0 : 1]!
}
