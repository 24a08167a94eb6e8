/** Fits the title at the top of a figure and its subtitle. */

import { hasTex } from '../../../plotly/tex.ts'
import { type JsonObject, partOf } from '../../json.ts'
import { baseFonts, type FitContext, sideSpace } from './context.ts'
import { breakLines, lineCount, lineHeight } from './lines.ts'
import { type Font, fontOf, numberOr } from './measure.ts'
import { fitSmallHeadline, isThumbnail } from './small.ts'

/** In pixels: space for the first label of an axis and the mode bar. */
const plainTop = 40

/** Returns the height of the headline at the top of the figure, in pixels; 0 if there is none. */
export function fitHeadline(context: FitContext): number {
  const { figure, defaults } = context
  const title = partOf(figure.layout, 'title')
  if (typeof title.text !== 'string' || title.text === '') {
    leaveNoEmptyTop(figure.layout)
    return 0
  }
  if (isThumbnail(context.space) && title.y === undefined && title.yref === undefined) {
    return fitSmallHeadline(context)
  }
  const style = partOf(defaults, 'title')
  const font = fontOf(...baseFonts(context), partOf(style, 'font'), partOf(title, 'font'))
  const needed = breakTitle(title, style, font, context) + breakSubtitle(title, style, context)
  const elsewhere = title.y !== undefined || title.yref !== undefined
  makeRoom(title, style, font, context, needed)
  return elsewhere ? 0 : needed
}

/** Without a headline the plot begins where the headline would be. Buttons above it make space for themselves. */
function leaveNoEmptyTop(layout: JsonObject): void {
  const own = partOf(layout, 'margin')
  if (own.t === undefined) layout.margin = { ...own, t: plainTop }
}

/** Returns the height of its lines, in pixels. */
function breakTitle(
  title: JsonObject,
  style: JsonObject,
  font: Font,
  { space, widthOf }: FitContext,
): number {
  const text = breakLines(title.text as string, font, space.width - 2 * sideSpace, 4, widthOf)
  title.text = text
  return numberOr(partOf(style, 'pad').t, 0) + lineCount(text) * font.size * lineHeight
}

/** Returns the height of its lines, in pixels; 0 if there is none. */
function breakSubtitle(title: JsonObject, style: JsonObject, context: FitContext): number {
  const subtitle = partOf(title, 'subtitle')
  if (typeof subtitle.text !== 'string' || subtitle.text === '') return 0
  const own = partOf(partOf(style, 'subtitle'), 'font')
  const font = fontOf(...baseFonts(context), own, partOf(subtitle, 'font'))
  const text = breakLines(subtitle.text, font, context.space.width - 2 * sideSpace, 3, context.widthOf)
  subtitle.text = text
  return (lineCount(text) + 0.6) * font.size * lineHeight
}

function makeRoom(
  title: JsonObject,
  style: JsonObject,
  font: Font,
  { figure: { layout }, defaults }: FitContext,
  needed: number,
): void {
  const own = partOf(layout, 'margin')
  const lines = lineCount(title.text as string)
  const elsewhere = title.y !== undefined || title.yref !== undefined
  // When the library moves the plot down, it moves several lines out of the image, so they get their space here.
  const pushes = title.automargin === true && lines > 1 && !elsewhere
  if (pushes) title.automargin = false
  if (elsewhere || (own.t !== undefined && !pushes)) return
  // The library puts the first of several lines, and TeX, higher than a single line, by the height of a capital letter.
  const pad = partOf(title, 'pad')
  const high = lines > 1 || hasTex(title.text as string)
  if (high && pad.t === undefined) {
    title.pad = { ...partOf(style, 'pad'), ...pad, t: numberOr(partOf(style, 'pad').t, 0) + 0.7 * font.size }
  }
  const margin = needed + 18
  if (margin > numberOr(own.t, numberOr(partOf(defaults, 'margin').t, 0))) {
    layout.margin = { ...own, t: Math.ceil(margin) }
  }
}
