/** What every page that draws a figure does to it first, in the renderer and in the viewer's browser alike. */

import { defaultTemplate } from '../../plotly/default-template.ts'
import { isRightToLeft } from '../../plotly/right-to-left.ts'
import { childOf, childrenOf, type JsonObject, objectsIn } from '../json.ts'
import { dropNulls } from './nulls.ts'
import type { FigureParts, FigureSize } from './parts.ts'
import { omitRemote } from './remote.ts'
import { beginAtTheRight } from './right-to-left.ts'
import { type ReadColour, readColourOnCanvas } from './style/colours.ts'
import { setStyleHooks } from './style/hooks.ts'
import { settleStyle } from './style/settle.ts'
import { themeFor, themeOn } from './style/theme.ts'
import { settleTitles } from './titles.ts'
import { dropUndrawable } from './undrawable.ts'
import { fitWords } from './words/fit.ts'
import { type Measure, measureOnCanvas, numberOr } from './words/measure.ts'

export interface PrepareOptions {
  /** The space it will be drawn in, where its layout has no size and none is asked for. */
  readonly space?: FigureSize
  readonly width: number | null
  readonly height: number | null
  readonly theme: 'light' | 'dark' | null
  readonly background: string | null
  /** How numbers and dates are written, and where words begin; null as in English. */
  readonly locale: string | null
  /** Leave out what other machines would have to be asked for; the interactive page may fetch, the renderer not. */
  readonly offline: boolean
}

export interface PreparedFigure extends FigureParts {
  /** Remote addresses the figure names and that were taken out. */
  readonly omitted: string[]
}

export interface PrepareTools {
  /** What a figure is drawn over when a theme is asked for. Words are fitted to figures in this style only. */
  readonly templates?: Readonly<Record<'light' | 'dark', object>>
  /** Null leaves words as they are. */
  readonly measure?: Measure | null
  readonly readColour?: ReadColour
}

/** Changes the parts in place and returns them. Sizes are settled only where a size or `offline` asks for it. */
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
  if (options.offline) omitRemote(figure, address => omitted.add(address))
  settleSize(figure.layout, options)
  const isDefault = hasStyleOf(templates.light, figure.layout)
  const rightToLeft = isDefault && options.locale !== null && isRightToLeft(options.locale)
  if (rightToLeft) beginAtTheRight(figure)
  const space = spaceOf(figure.layout, options.space)
  if (isDefault) {
    settleStyle(figure, readColour)
    if (measure && space) fitWords(figure, space, measure, rightToLeft)
  } else setStyleHooks(figure.layout, null, readColour)
  settleBackground(figure.layout, options.background)
  return { ...figure, omitted: [...omitted] }
}

/**
 * A theme is a template: what the layout itself says stays. A ground that is dark, of the figure or asked for, has the
 * dark one, whoever asked for none.
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

/** An animation begins with its first frame: a figure with frames and no traces shows that. */
function settleFirstFrame(figure: FigureParts): void {
  const first = figure.frames[0]
  if (!first || figure.data.length > 0) return
  figure.data = objectsIn(first.data)
  figure.layout = { ...figure.layout, ...childOf(first, 'layout') }
}

function settleSize(layout: JsonObject, { width, height, offline }: PrepareOptions): void {
  const given = (value: unknown): number | null =>
    Number.isFinite(value) && Number(value) >= 10 ? Number(value) : null
  if (width !== null) layout.width = width
  else if (offline) layout.width = given(layout.width) ?? 700
  if (height !== null) layout.height = height
  else if (offline) layout.height = given(layout.height) ?? 500
}

function spaceOf({ width, height }: JsonObject, space: FigureSize | undefined): FigureSize | null {
  const settled = {
    width: numberOr(width, space?.width ?? 0),
    height: numberOr(height, space?.height ?? 0),
  }
  return settled.width > 0 && settled.height > 0 ? settled : null
}

/** Templates tell their style by `layout.meta`. */
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
