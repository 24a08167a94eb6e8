/**
 * How most layouts begin: with the default template, nine kilobytes that are the same for all. A store keeps that
 * text once, under its hash, and of such a layout only the rest. The text is the store's own: a layout is fixed
 * at creation, and a later release with another template reads it as it was.
 */

import { hash } from 'node:crypto'
import { layoutTextOf } from '../domain/figure/layout.ts'
import { type Figure, type FigureText, joinTexts, toFigureText } from '../domain/figure/text.ts'

export interface LayoutPrefix {
  readonly id: string
  readonly text: string
}

/** A figure's texts with the layout's beginning named, not repeated. */
export interface TrimmedFigure extends Pick<Figure, 'data' | 'frames'> {
  /** Null where the layout begins in another way: `layoutRest` is all of it then. */
  readonly layoutPrefix: string | null
  readonly layoutRest: FigureText
}

export const layoutPrefixOf = (text: string): LayoutPrefix => ({
  id: hash('sha256', text, 'base64url').slice(0, 22),
  text,
})

export function trimFigure(figure: Figure, prefix: LayoutPrefix | null): TrimmedFigure {
  const { data, layout, frames } = figure
  const known = layoutTextOf(figure)
  const rest = prefix && (known?.prefix === prefix.text ? known.rest : restAfter(prefix.text, layout))
  return prefix && rest !== null
    ? { data, layoutPrefix: prefix.id, layoutRest: rest, frames }
    : { data, layoutPrefix: null, layoutRest: layout, frames }
}

/** What follows the beginning; null where the text begins in another way. */
function restAfter(beginning: string, text: FigureText): FigureText | null {
  if (typeof text === 'string') return text.startsWith(beginning) ? text.slice(beginning.length) : null
  const bytes = Buffer.from(beginning)
  return bytes.equals(text.subarray(0, bytes.length)) ? text.subarray(bytes.length) : null
}

/** The whole figure again; `text` is what its `layoutPrefix` names, empty where that is null. */
export const wholeFigure = ({ data, layoutRest, frames }: TrimmedFigure, text: string): Figure => ({
  data,
  layout: typeof layoutRest === 'string' ? toFigureText(text + layoutRest) : joinTexts([text, layoutRest]),
  frames,
})
