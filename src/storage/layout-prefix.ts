/**
 * Most layouts begin with the default template, nine kilobytes that are the same for all. A store keeps this prefix once,
 * by its hash, and only the rest of each layout. The prefix is stored rather than taken from the code, because a layout
 * is fixed at creation and must not change with a later release's template.
 */

import { hash } from 'node:crypto'
import { layoutTextOf } from '../domain/figure/layout.ts'
import { type Figure, type FigureText, joinTexts, toFigureText } from '../domain/figure/text.ts'

export interface LayoutPrefix {
  readonly id: string
  readonly text: string
}

/** A figure's texts, with the layout's prefix replaced by its id. */
export interface TrimmedFigure extends Pick<Figure, 'data' | 'frames'> {
  /** The prefix's id. Null if the layout has no known prefix; `layoutRest` is then the whole layout. */
  readonly layoutPrefix: string | null
  readonly layoutRest: FigureText
}

/** The prefix with this text. Its id is the hash of the text. */
export const layoutPrefixOf = (text: string): LayoutPrefix => ({
  id: hash('sha256', text, 'base64url').slice(0, 22),
  text,
})

/** Takes the prefix off the layout, if the layout begins with it. */
export function trimFigure(figure: Figure, prefix: LayoutPrefix | null): TrimmedFigure {
  const { data, layout, frames } = figure
  const known = layoutTextOf(figure)
  const rest = prefix && (known?.prefix === prefix.text ? known.rest : restAfter(prefix.text, layout))
  return prefix && rest !== null
    ? { data, layoutPrefix: prefix.id, layoutRest: rest, frames }
    : { data, layoutPrefix: null, layoutRest: layout, frames }
}

/** The text after the prefix; null if it does not begin with it. */
function restAfter(beginning: string, text: FigureText): FigureText | null {
  if (typeof text === 'string') return text.startsWith(beginning) ? text.slice(beginning.length) : null
  const bytes = Buffer.from(beginning)
  return bytes.equals(text.subarray(0, bytes.length)) ? text.subarray(bytes.length) : null
}

/** Restores the whole figure. `text` is the prefix named by `layoutPrefix`, or empty if that is null. */
export const wholeFigure = ({ data, layoutRest, frames }: TrimmedFigure, text: string): Figure => ({
  data,
  layout: typeof layoutRest === 'string' ? toFigureText(text + layoutRest) : joinTexts([text, layoutRest]),
  frames,
})
