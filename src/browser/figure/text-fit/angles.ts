/** Fits the names around radar charts. */

import { childOf, type JsonObject, partOf } from '../../json.ts'
import { baseFonts, type FitContext } from './context.ts'
import { breakLines, lineCount, lineHeight, widestLine, widestOf } from './lines.ts'
import { fontOf } from './measure.ts'
import { domainOf, lengthOf, type Plot, plotOf, type Range, rangeOf } from './plot.ts'

/** Between names and the edge of their space or their tick, in pixels. */
const gap = 14
/** The minimum width of lines, as a share of their space. Below it, the circle becomes smaller. */
const minLine = 0.25
/** A single word that is longer than this share is broken. */
const maxLine = 0.4
/** The minimum size of a circle, in pixels. */
const minCircle = 48
/** More names are too close to each other for several lines. */
const maxBroken = 40

/** A radar chart, or another polar plot. */
export interface Circle {
  readonly name: string
  readonly names: ReadonlySet<string>
  readonly x: Range
  readonly y: Range
}

/** Breaks names that do not fit beside their circle, and makes the circle smaller if needed. */
export function fitAngles(context: FitContext): void {
  const { data, layout } = context.figure
  const circles = circlesOf(data, layout)
  const plot = plotOf(context)
  for (const circle of circles) {
    const others = circles.filter(other => other !== circle)
    const beside = others.filter(({ y }) => overlap(y, circle.y)).map(({ x }) => x)
    const aboveOrBelow = others.filter(({ x }) => overlap(x, circle.x)).map(({ y }) => y)
    fitCircle(circle, placeIn(circle.x, beside), placeIn(circle.y, aboveOrBelow), plot, context)
  }
  evenOut(circles, layout)
}

/** Circles that were equally wide stay so. */
function evenOut(circles: readonly Circle[], layout: JsonObject): void {
  const [first] = circles
  if (!first || circles.some(({ x }) => Math.abs(lengthOf(x) - lengthOf(first.x)) > 0.01)) return
  const fitted = circles.map(({ name, x }) => rangeOf(partOf(partOf(layout, name), 'domain').x ?? x))
  const min = Math.min(...fitted.map(lengthOf))
  circles.forEach(({ name }, at) => {
    const [from, to] = fitted[at]!
    if (to - from - min < 0.001) return
    const middle = (from + to) / 2
    const polar = partOf(layout, name)
    const x = [middle - min / 2, middle + min / 2]
    layout[name] = { ...polar, domain: { ...partOf(polar, 'domain'), x } }
  })
}

/** The polar plots of a figure, with the names around them. */
export function circlesOf(data: readonly JsonObject[], layout: JsonObject): Circle[] {
  const found = new Map<string, Set<string>>()
  for (const trace of data.filter(({ type }) => /polar/.test(String(type)))) {
    const name = String(trace.subplot ?? 'polar')
    const names = found.get(name) ?? new Set()
    for (const each of namesOf(trace)) names.add(each)
    found.set(name, names)
  }
  return [...found].map(([name, names]) => {
    const domain = partOf(partOf(layout, name), 'domain')
    return { name, names, ...domainOf(domain, partOf(layout, 'grid')) }
  })
}

const namesOf = ({ theta }: JsonObject): string[] =>
  Array.isArray(theta)
    ? theta.filter((name): name is string => typeof name === 'string' && Number.isNaN(Number(name)))
    : []

const overlap = (a: Range, b: Range): boolean => a[0] < b[1] && b[0] < a[1]

/** The middle between a circle and its neighbours; null at a side without one. */
function placeIn([from, to]: Range, others: readonly Range[]): readonly [number | null, number | null] {
  const before = others.filter(other => other[1] <= from).map(other => (other[1] + from) / 2)
  const after = others.filter(other => other[0] >= to).map(other => (other[0] + to) / 2)
  return [before.length > 0 ? Math.max(...before) : null, after.length > 0 ? Math.min(...after) : null]
}

type Place = ReturnType<typeof placeIn>

function fitCircle(
  { name, names, x, y }: Circle,
  [left, right]: Place,
  [bottom, top]: Place,
  plot: Plot,
  context: FitContext,
): void {
  const { figure, widthOf } = context
  const { layout } = figure
  const polar = childOf(layout, name) ?? {}
  const axis = partOf(polar, 'angularaxis')
  if (names.size === 0 || names.size > maxBroken) return
  if (axis.labelalias !== undefined || axis.ticktext !== undefined) return
  const font = fontOf(...baseFonts(context), partOf(axis, 'tickfont'))
  const across = inPixels(x, plot.width)
  const upright = inPixels(y, plot.height)
  const [from, to] = [
    left === null ? -plot.left : left * plot.width,
    right === null ? plot.width + plot.right : right * plot.width,
  ]
  const free = (lengthOf(across) - Math.min(lengthOf(across), lengthOf(upright))) / 2
  const room = Math.min(across[0] - from, to - across[1]) + free - gap
  if (widestOf(names, name => widestLine(name, line => widthOf(line, font))) <= room) return
  const word = widestOf(names, name => widestOf(name.split(/\s+|<br\s*\/?>/i), each => widthOf(each, font)))
  const narrow = Math.max(room, word)
  const two = [...names].every(each => lineCount(breakLines(each, font, narrow, 3, widthOf)) <= 2)
  const wide = Math.max(room, minLine * (to - from), Math.min(word, maxLine * (to - from)))
  // Short lines leave the circle more of the width.
  const max = two ? Math.min(narrow, wide) : wide
  const labelalias = Object.fromEntries(
    [...names].map(each => [each, breakLines(each, font, max, 3, widthOf)]),
  )
  const labels = Object.values(labelalias)
  const side = gap + widestOf(labels, label => widestLine(label, line => widthOf(line, font)))
  const high = gap + Math.max(...labels.map(lineCount)) * font.size * lineHeight
  // A circle below another one has names of several lines above and below it, as those at the margins have.
  const [lower, upper] =
    bottom === null && top === null
      ? upright
      : [
          bottom === null ? high / 2 : bottom * plot.height + high,
          top === null ? plot.height - high / 2 : top * plot.height - high,
        ]
  const domain = {
    x: within(across, from + side, to - side).map(each => each / plot.width),
    y: within(upright, lower, upper).map(each => each / plot.height),
  }
  layout[name] = { ...polar, domain, angularaxis: { ...axis, labelalias } }
}

const inPixels = ([from, to]: Range, pixels: number): Range => [from * pixels, to * pixels]

/** The part of a range within another one, but at least the minimum size of a circle around its middle. */
function within([from, to]: Range, min: number, max: number): Range {
  const middle = (from + to) / 2
  const half = Math.min(minCircle, to - from) / 2
  return [Math.min(Math.max(from, min), middle - half), Math.max(Math.min(to, max), middle + half)]
}
