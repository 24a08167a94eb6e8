/** Prepares a figure for drawing, in the renderer and in the viewer's browser alike. */

import { defaultSize, sizeOrNull } from '../../plotly/default-size.ts'
import { defaultTemplate } from '../../plotly/default-template.ts'
import { noteOmitted } from '../../plotly/omitted.ts'
import { isRightToLeft } from '../../plotly/right-to-left.ts'
import { childOf, childrenOf, type JsonObject, objectsIn } from '../json.ts'
import { keepPlot, scaleMargins } from './margins.ts'
import { dropNulls } from './nulls.ts'
import type { FigureParts, FigureSize } from './parts.ts'
import { omitRemote } from './remote.ts'
import { alignRightToLeft } from './right-to-left.ts'
import { type ReadColour, readColourOnCanvas } from './style/colours.ts'
import { setStyleHooks } from './style/hooks.ts'
import { settleStyle } from './style/settle.ts'
import { themeFor, themeOn } from './style/theme.ts'
import { fitTexts, fitThumbnail } from './text-fit/fit.ts'
import { type Measure, measureOnCanvas, numberOr } from './text-fit/measure.ts'
import { isThumbnail } from './text-fit/small.ts'
import { settleTitles } from './titles.ts'
import { dropUndrawable } from './undrawable.ts'

export interface PrepareOptions {
  /** The space in which it will be drawn, if its layout has no size and none is requested. */
  readonly space?: FigureSize
  readonly width: number | null
  readonly height: number | null
  readonly theme: 'light' | 'dark' | null
  readonly background: string | null
  /** Determines number and date formats and the text direction; null for English. */
  readonly locale: string | null
  /**
   * Whether to leave out what has to be fetched from other servers. The interactive page may fetch, the renderer may
   * not.
   */
  readonly offline: boolean
}

export interface PreparedFigure extends FigureParts {
  /** Remote addresses in the figure that were removed: the first hundred, each shortened to 500 characters. */
  readonly omitted: string[]
}

export interface PrepareTools {
  /** The templates of the requested themes. Texts are only fitted to figures in this style. */
  readonly templates?: Readonly<Record<'light' | 'dark', object>>
  /** Null leaves texts as they are. */
  readonly measure?: Measure | null
  readonly readColour?: ReadColour
}

/** Changes the parts in place and returns them. Sizes are only set if a size or `offline` requires it. */
export function prepareFigure(
  figure: FigureParts,
  options: PrepareOptions,
  {
    templates = defaultTemplate,
    measure = measureOnCanvas,
    readColour = readColourOnCanvas,
  }: PrepareTools = {},
): PreparedFigure {
  const omitted = new Set<string>()
  settleTheme(figure, options, templates, readColour)
  settleFirstFrame(figure)
  dropNulls(figure)
  dropUndrawable(figure)
  settleTitles(figure)
  if (options.offline) omitRemote(figure, address => noteOmitted(omitted, address))
  const own = ownSize(figure.layout)
  settleSize(figure.layout, options)
  const isDefault = hasStyleOf(templates.light, figure.layout)
  const rightToLeft = isDefault && options.locale !== null && isRightToLeft(options.locale)
  if (rightToLeft) alignRightToLeft(figure)
  const space = spaceOf(figure.layout, options.space)
  const shrunk = space !== null && isRequested(options) && isSmaller(space, own)
  const thumbnail = shrunk && isThumbnail(space)
  if (thumbnail) scaleMargins(figure.layout, own, space)
  if (isDefault) {
    settleStyle(figure, readColour)
    if (measure && space) fitTexts(figure, space, measure, rightToLeft)
  } else {
    setStyleHooks(figure.layout, null, readColour)
    if (measure && thumbnail) fitThumbnail(figure, space, measure)
  }
  if (shrunk) keepPlot(figure.layout, space)
  settleBackground(figure.layout, options.background)
  return { ...figure, omitted: [...omitted] }
}

/**
 * A theme is a template: what the layout itself sets stays. If no theme is requested, a dark background, of the figure
 * or requested, gets the dark theme.
 */
function settleTheme(
  figure: FigureParts,
  { theme, background }: PrepareOptions,
  templates: Readonly<Record<'light' | 'dark', object>>,
  read: ReadColour,
): void {
  const { layout } = figure
  if (theme === null && !hasStyleOf(templates.light, layout)) return
  const ground = themeOn([background, layout.paper_bgcolor, layout.plot_bgcolor], read)
  const settled = ground ?? (theme && themeFor(figure, theme, templates, read))
  if (settled === null || (theme === null && settled === 'light')) return
  layout.template = structuredClone(templates[settled])
}

/** An animation begins with its first frame: a figure with frames and without traces shows that one. */
export function settleFirstFrame(figure: FigureParts): void {
  const first = figure.frames[0]
  if (!first || figure.data.length > 0) return
  figure.data = objectsIn(first.data)
  figure.layout = { ...figure.layout, ...childOf(first, 'layout') }
}

/** Sets the requested size, and for images the default one if there is none. */
export function settleSize(
  layout: JsonObject,
  { width, height, offline }: Pick<PrepareOptions, 'width' | 'height' | 'offline'>,
): void {
  if (width !== null) layout.width = width
  else if (offline) layout.width = sizeOrNull(layout.width) ?? defaultSize.width
  if (height !== null) layout.height = height
  else if (offline) layout.height = sizeOrNull(layout.height) ?? defaultSize.height
}

const isRequested = ({ width, height }: PrepareOptions): boolean => width !== null || height !== null

const isSmaller = (space: FigureSize, own: FigureSize): boolean =>
  space.width < own.width || space.height < own.height

/** The size that its author gives a figure, or else the default. */
const ownSize = ({ width, height }: JsonObject): FigureSize => ({
  width: numberOr(width, defaultSize.width),
  height: numberOr(height, defaultSize.height),
})

function spaceOf({ width, height }: JsonObject, space: FigureSize | undefined): FigureSize | null {
  const settled = {
    width: numberOr(width, space?.width ?? 0),
    height: numberOr(height, space?.height ?? 0),
  }
  return settled.width > 0 && settled.height > 0 ? settled : null
}

/** Templates name their style in `layout.meta`. */
function hasStyleOf(template: object, layout: JsonObject): boolean {
  const markOf = (each: unknown) => childOf(each, 'layout')?.meta
  const mark = markOf(template)
  return mark !== undefined && markOf(layout.template) === mark
}

function settleBackground(layout: JsonObject, background: string | null): void {
  if (background === null) return
  layout.paper_bgcolor = background
  layout.plot_bgcolor = 'rgba(0,0,0,0)'
  for (const subplot of childrenOf(layout, 'geo', 'polar', 'ternary', 'scene', 'smith')) {
    subplot.bgcolor = 'rgba(0,0,0,0)'
  }
}
