/**
 * What the charting library asks of the default style while it draws (`plotly/edits/part-edits.ts`), through its window.
 * These are things that are only known then.
 */

import { type JsonObject, partOf } from '../../json.ts'
import type { ReadColour } from './colours.ts'
import { inkOn } from './inks.ts'

interface StyleHooks {
  /** The colour of text on a mark; null leaves it to the library. */
  inkOn(colour: unknown): string | null
  /** The background of the active button of a menu, whose text has the figure's own colour. */
  readonly chosen: string
}

/**
 * For the figure that is drawn next. `defaults` is the layout of its template; null for templates that are not ours.
 */
export function setStyleHooks(layout: JsonObject, defaults: JsonObject | null, read: ReadColour): void {
  Object.assign(globalThis, { plotgateStyle: defaults && hooksOf(layout, defaults, read) })
}

function hooksOf(layout: JsonObject, defaults: JsonObject, read: ReadColour): StyleHooks | null {
  const paper = colourOf(layout.paper_bgcolor ?? defaults.paper_bgcolor, read)
  const ground = layout.plot_bgcolor === undefined ? paper : colourOf(layout.plot_bgcolor, read)
  const ink = colourOf(partOf(layout, 'font').color ?? partOf(defaults, 'font').color, read)
  if (!paper || !ground || !ink) return null
  const chosen = [0, 1, 2].map(i => Math.round(255 * (0.88 * paper[i]! + 0.12 * ink[i]!)))
  return {
    // An empty cell, for example, has no colour.
    inkOn: colour => (typeof colour === 'string' ? inkOn(colour, ground, read) : null),
    chosen: `rgb(${chosen})`,
  }
}

const colourOf = (value: unknown, read: ReadColour) => (typeof value === 'string' ? read(value) : null)
