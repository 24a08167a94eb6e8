/**
 * Removes what the charting library accepts and then fails on, although it would draw nothing of it, so that the rest
 * is drawn. The checks of a figure have warned of each of these.
 */

import { childOf, isObject, type JsonObject, objectsIn } from '../json.ts'
import type { FigureParts } from './parts.ts'
import { dropUndrawableLimits } from './undrawable-axes.ts'

export function dropUndrawable({ data, layout }: FigureParts): void {
  for (const trace of data) settleTrace(trace, data, layout)
  dropUndrawableLimits(layout)
  for (const part of [...data, layout]) dropIncomplete(part)
  if (Array.isArray(layout.updatemenus)) layout.updatemenus = layout.updatemenus.filter(hasButtons)
}

function settleTrace(trace: JsonObject, data: readonly JsonObject[], layout: JsonObject): void {
  if (isIncomplete(trace, data)) trace.visible = false
  const contours = childOf(trace, 'contours')
  for (const name of ['start', 'end']) if (contours && !isNumeric(contours[name])) delete contours[name]
  if (contours && !isLevel(contours.value)) delete contours.value
  for (const letter of ['x', 'y']) settlePeriod(trace, letter, layout)
  for (const name of beginnings) if (typeof trace[name] === 'object') delete trace[name]
  // The library splits it as a text, whatever it is. Without it the trace is drawn in the first scene.
  if (!isText(trace.scene)) delete trace.scene
  if (trace.type === 'scattermap' || trace.type === 'densitymap') dropBeyondPoles(trace)
  const marker = childOf(trace, 'marker')
  for (const holder of [marker, childOf(marker, 'line'), childOf(trace, 'textfont')]) dropEmptyArrays(holder)
  if (marker && drawnByWebgl.has(trace.type)) settleAngle(marker)
  if (drawnByWebgl.has(trace.type)) settleTexts(trace)
  for (const name of ['textfont', 'insidetextfont', 'outsidetextfont'])
    settleFont(childOf(trace, name), drawnByWebgl.has(trace.type))
  const line = childOf(trace, 'line')
  if (typeof line?.color === 'object' && !colouredLines.has(trace.type)) delete line.color
  if (trace.type === 'funnelarea' && Array.isArray(trace.textposition)) delete trace.textposition
  if (Array.isArray(trace.selectedpoints)) trace.selectedpoints = trace.selectedpoints.filter(isPoint)
  for (const name of ['texttemplate', 'hovertemplate'] as const) settleTemplate(trace, name)
  if (trace.type === 'scattermap' && Array.isArray(trace.text)) trace.text = trace.text.map(asText)
}

/** The value of a constraint: a number, or the two numbers between which it lies. */
const isLevel = (value: unknown) =>
  Array.isArray(value) ? value.length > 0 && value.every(isNumeric) : isNumeric(value)

/** Types whose lines take a colour for each point. For others the library looks for a colour scale and finds none. */
const colouredLines: ReadonlySet<unknown> = new Set(['scatter3d', 'parcoords', 'parcats'])

/** Types whose markers and texts are drawn by WebGL. */
const drawnByWebgl: ReadonlySet<unknown> = new Set(['scattergl', 'scatterpolargl', 'splom'])

/** Sets the angle of markers to 0 if it is not a number, such as "auto", of which WebGL makes a broken path. */
function settleAngle(marker: JsonObject): void {
  const settled = (angle: unknown) => (isNumeric(angle) ? angle : 0)
  const { angle } = marker
  if (Array.isArray(angle)) marker.angle = angle.map(settled)
  else if (isText(angle)) marker.angle = settled(angle)
}

/** Gives points without a text an empty one, because WebGL measures the text of each. */
function settleTexts(trace: JsonObject): void {
  for (const name of ['text', 'texttemplate'])
    if (Array.isArray(trace[name])) trace[name] = trace[name].map(each => each ?? '')
}

/** The library splits a template as a text, whatever it is. For a point without a label, it splits the whole list. */
function settleTemplate(trace: JsonObject, name: 'texttemplate' | 'hovertemplate'): void {
  const template = trace[name]
  if (isObject(template)) delete trace[name]
  else if (Array.isArray(template))
    trace[name] = template.map(each => asText(each) ?? (name === 'hovertemplate' ? '' : null))
}

/** The maximum number of points of a figure. WebGL allocates memory for every point up to the last selected one. */
const maxPoints = 2_000_000
const isPoint = (value: unknown) =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) < maxPoints

/** The positions of the first point if points are not placed one by one; each must be a single value. */
const beginnings = ['x0', 'y0', 'a0', 'b0', 'r0', 'theta0']

/** The map library has no positions there, and would not draw any of the other points either. */
function dropBeyondPoles(trace: JsonObject): void {
  if (Array.isArray(trace.lat)) trace.lat = trace.lat.map(each => (Math.abs(each) > 90 ? null : each))
}

interface FontValue {
  readonly isTaken: (value: unknown) => boolean
  readonly usual: unknown
}

/** Font attributes that may have one value per text, which the library uses whatever they are. */
const fontValues: Readonly<Record<string, FontValue>> = {
  lineposition: { isTaken: value => isText(value), usual: 'none' },
}

/** Those that make a text drawn by WebGL fail. Elsewhere, browsers ignore them. */
const webglFontValues: Readonly<Record<string, FontValue>> = {
  ...fontValues,
  style: { isTaken: value => value === 'normal' || value === 'italic', usual: 'normal' },
  variant: {
    isTaken: value =>
      isText(value) && /^(?:normal|unicase|(?:all-)?(?:small|petite)-caps)$/.test(value as string),
    usual: 'normal',
  },
  weight: {
    isTaken: value => value === 'normal' || value === 'bold' || (Number(value) >= 1 && Number(value) <= 1000),
    usual: 'normal',
  },
  size: { isTaken: value => !(Number(value) < 0), usual: 12 },
}

function settleFont(font: JsonObject | null, byWebgl: boolean): void {
  for (const [name, { isTaken, usual }] of Object.entries(byWebgl ? webglFontValues : fontValues)) {
    const values = font?.[name]
    if (font && Array.isArray(values) && !values.every(isTaken))
      font[name] = values.map(value => (isTaken(value) ? value : usual))
  }
}

const isText = (value: unknown) => typeof value === 'string'
const asText = (value: unknown) =>
  value === null || isText(value) ? value : typeof value === 'object' ? '' : String(value)
const isNumeric = (value: unknown) =>
  typeof value === 'number' || (isText(value) && value !== '' && Number.isFinite(Number(value)))

/** A trace without its data is not drawn. For these types the library does not notice that it is missing. */
function isIncomplete(trace: JsonObject, data: readonly JsonObject[]): boolean {
  if (trace.type === 'sankey') return !hasLinks(childOf(trace, 'link'))
  if (trace.type === 'surface') return !hasHeights(trace.z)
  if (trace.type === 'carpet') return trace.x !== undefined && trace.y === undefined
  if (trace.type !== 'scattercarpet' && trace.type !== 'contourcarpet') return false
  if (trace.type === 'contourcarpet' && trace.z === undefined) return true
  const isCarpet = ({ type, carpet, visible }: JsonObject) =>
    type === 'carpet' && (visible ?? true) === true && (trace.carpet === undefined || carpet === trace.carpet)
  return !data.some(isCarpet)
}

/** The number of columns is that of the first row. Typed arrays are not checked. */
function hasHeights(z: unknown): boolean {
  if (!Array.isArray(z) || isObject(z[0])) return true
  if (!Array.isArray(z[0])) return false
  const width = z[0].length
  return z.some(row => Array.isArray(row) && row.slice(0, width).some(isNumeric))
}

function hasLinks(link: JsonObject | null): boolean {
  const [source, target, value] = ['source', 'target', 'value'].map(name => link?.[name])
  // Typed arrays are not checked.
  if ([source, target, value].every(each => isObject(each) || (Array.isArray(each) && each.length > 0)))
    return !Array.isArray(value) || value.some(each => Number(each) > 0)
  return false
}

/** Points with a period are moved within it, which only works with dates. */
function settlePeriod(trace: JsonObject, letter: string, layout: JsonObject): void {
  const name = `${letter}period`
  const period = trace[name]
  if (period === undefined) return
  const id = isText(trace[`${letter}axis`]) ? (trace[`${letter}axis`] as string).slice(1) : ''
  const { type } = childOf(layout, `${letter}axis${id}`) ?? {}
  const values = trace[letter]
  const dated =
    type === 'date' || (Array.isArray(values) && values.some(each => isText(each) && isDate(each)))
  if (!dated || !(isNumeric(period) || (isText(period) && /^M\d+$/.test(period as string))))
    delete trace[name]
}

const isDate = (value: unknown) => /^\s*-?\d{2,4}(?:-\d{1,2}){0,2}(?:[ Tt].*)?$/.test(value as string)

function dropEmptyArrays(holder: JsonObject | null): void {
  for (const [name, value] of Object.entries(holder ?? {})) {
    if (Array.isArray(value) && value.length === 0) delete holder?.[name]
  }
}

/** Whether an item of these lists has what it consists of, wherever such a list is. */
const complete: Readonly<Record<string, (part: JsonObject) => boolean>> = {
  tickformatstops: ({ dtickrange, enabled }) => enabled === false || isPair(dtickrange),
  steps: ({ range, args, method }) => isPair(range) || Array.isArray(args) || isText(method),
  selections: ({ type, path, x0, x1, y0, y1 }) =>
    type === 'path' || (type !== 'rect' && path !== undefined && path !== '')
      ? /^\s*M/.test(String(path))
      : [x0, x1, y0, y1].every(each => each !== undefined && each !== ''),
}

const isPair = (value: unknown) => Array.isArray(value) && value.length === 2

function dropIncomplete(parent: JsonObject): void {
  for (const [name, value] of Object.entries(parent)) {
    if (isObject(value)) dropIncomplete(value)
    // Data is long and contains no objects: the rest is not searched.
    else if (!Array.isArray(value) || !value.slice(0, 10).some(isObject)) continue
    else {
      const isComplete = complete[name]
      if (isComplete) parent[name] = value.filter(part => isObject(part) && isComplete(part))
      if (name === 'rangebreaks') objectsIn(value).forEach(dropUndated)
    }
  }
}

function dropUndated(gap: JsonObject): void {
  if (Array.isArray(gap.values))
    gap.values = gap.values.filter(each => typeof each === 'number' || (isText(each) && isDate(each)))
}

/** Removes buttons without an effect. Returns whether any is left. */
function hasButtons(menu: unknown): boolean {
  if (!isObject(menu)) return true
  if (Array.isArray(menu.buttons)) menu.buttons = menu.buttons.filter(doesSomething)
  return objectsIn(menu.buttons).length > 0
}

const doesSomething = (button: unknown) =>
  isObject(button) && (button.method === 'skip' || Array.isArray(button.args))
