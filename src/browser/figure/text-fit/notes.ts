/**
 * Fits notes beside the plot, such as a source below it: they are shown completely, and the plot makes space for them.
 */

import { type JsonObject, objectsIn, partOf } from '../../json.ts'
import { baseFonts, type FitContext, sideSpace } from './context.ts'
import { breakLines, lineCount, lineHeight } from './lines.ts'
import { fontOf, numberOr } from './measure.ts'

/** In pixels: the library's padding of a note's text, and the minimum distance to the figure's edge. */
const padding = 2
const edge = 6

/** Breaks notes that would leave the figure, and makes the margins above and below the plot as high as they need. */
export function fitNotes(context: FitContext): void {
  const { figure, defaults, space } = context
  const { layout } = figure
  const margin = { ...partOf(defaults, 'margin'), ...partOf(layout, 'margin') }
  const [top, bottom] = [numberOr(margin.t, 100), numberOr(margin.b, 80)]
  const room = { t: top, b: bottom }
  for (const note of objectsIn(layout.annotations)) {
    if (note.visible === false || note.showarrow !== false || typeof note.text !== 'string') continue
    if (note.yref !== 'paper' || typeof note.y !== 'number' || (note.y >= 0 && note.y < 1)) continue
    const whole = note.text
    const height = fitNote(note, whole, margin, context)
    if (note.text !== whole && note.y < 0) clearLabels(note, height, space.height - top - bottom, layout)
    const { above, below } = aroundAnchor(note, note.y, height)
    // The distance to the plot grows with the plot, which the margin makes smaller.
    const beyond = note.y < 0 ? -note.y : note.y - 1
    const needed = (side: number, other: number) =>
      Math.min((beyond * (space.height - other) + side + edge) / (1 + beyond), space.height / 2)
    if (note.y < 0) room.b = Math.max(room.b, needed(below, room.t))
    else room.t = Math.max(room.t, needed(above, room.b))
  }
  if (room.t > top || room.b > bottom) {
    layout.margin = { ...partOf(layout, 'margin'), t: Math.ceil(room.t), b: Math.ceil(room.b) }
  }
}

/** The approximate heights of an axis' values and its title below the plot, in pixels. */
const [valuesHeight, titleHeight] = [26, 24]

/** A note that was broken into more lines reaches up into the labels of the axis, so it is moved below them. */
function clearLabels(note: JsonObject, height: number, plotHeight: number, layout: JsonObject): void {
  const titled = partOf(partOf(layout, 'xaxis'), 'title').text
  const labels = valuesHeight + (titled ? titleHeight : 0)
  const { above } = aroundAnchor(note, note.y as number, height)
  const free = -(note.y as number) * plotHeight - above
  if (free < labels) note.yshift = numberOr(note.yshift, 0) - Math.ceil(labels - free)
}

/** Breaks the text if it would leave the figure. Returns its height, in pixels. */
function fitNote(note: JsonObject, text: string, margin: JsonObject, context: FitContext): number {
  const { space, widthOf } = context
  const font = fontOf(...baseFonts(context), partOf(note, 'font'))
  if (note.xref === 'paper' && typeof note.x === 'number' && note.width === undefined && !note.textangle) {
    const [left, right] = [numberOr(margin.l, 80), numberOr(margin.r, 80)]
    const at = left + note.x * (space.width - left - right)
    const anchor = anchorOf(note.xanchor, note.x, ['left', 'center', 'right'])
    const rooms = { left: space.width - at, right: at, center: 2 * Math.min(at, space.width - at) }
    const width = rooms[anchor] - sideSpace
    if (width > 120) note.text = breakLines(text, font, width, 4, widthOf)
    if (note.text !== text && note.align === undefined) note.align = anchor
  }
  return lineCount(String(note.text)) * font.size * lineHeight + 2 * padding
}

/** How far a note of that height reaches above and below its `y`, in pixels. */
function aroundAnchor(note: JsonObject, y: number, height: number) {
  const below = { bottom: 0, middle: height / 2, top: height }[
    anchorOf(note.yanchor, y, ['bottom', 'middle', 'top'])
  ]
  const shift = numberOr(note.yshift, 0)
  return { above: height - below + shift, below: below - shift }
}

/** `auto` depends on the position in the plot. */
export function anchorOf<A extends string>(own: unknown, at: number, anchors: readonly [A, A, A]): A {
  const third = at < 1 / 3 ? 0 : at > 2 / 3 ? 2 : 1
  return anchors.find(anchor => anchor === own) ?? anchors[third]
}
