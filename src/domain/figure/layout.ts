/** The stored layout: the default layout overridden by the submitted one (spec 2, note 1). */

import { defaultTemplate } from '../../plotly/default-template.ts'
import { childPath, type Faults } from './faults.ts'
import type { Span } from './json/scan.ts'
import type { Figure } from './text.ts'
import { type FigureTree, kinds, none, type Place } from './tree/figure-tree.ts'

const templateText = JSON.stringify(defaultTemplate.light)

/** The beginning of every stored layout that has no template of its own. */
export const defaultTemplatePrefix = `{"template":${templateText}`

/** The stored layout of a figure that was submitted without one. */
export const defaultLayout: LayoutText = { prefix: defaultTemplatePrefix, rest: '}' }

/** A layout's text in two parts. `prefix` is the default template or empty. Joined, most layouts are ten times as long. */
export interface LayoutText {
  readonly prefix: string
  readonly rest: string
}

const parts = new WeakMap<Figure, LayoutText>()

/** Remembers the two parts of a figure's layout for as long as the figure is in memory. */
export const rememberLayout = (figure: Figure, text: LayoutText): void => {
  parts.set(figure, text)
}

/** The remembered parts, or null for a figure that was read from the store. */
export const layoutTextOf = (figure: Figure): LayoutText | null => parts.get(figure) ?? null

const ownLayout = (rest: string): LayoutText => ({ prefix: '', rest })

/** The text of a submitted layout (an object), with the default template unless it has its own. */
export function withDefaultTemplate(tree: FigureTree, layout: Place): LayoutText {
  const { bytes } = tree
  const [start, end] = [tree.start(layout), tree.end(layout)]
  const text = (from: number, to: number) => bytes.toString('utf8', from, to)
  const template = tree.find(layout, 'template')
  if (template !== none && !tree.is(template, kinds.null)) return ownLayout(text(start, end))
  const templates = countNamed(tree, layout, 'template')
  // Of several `template` members the last counts. If it is null, they stay and the last gets the default.
  if (templates > 1)
    return ownLayout(text(start, tree.start(template)) + templateText + text(tree.end(template), end))
  const cut =
    template === none ? { start: end, end } : withComma(bytes, tree.keyStart(template), tree.end(template))
  const join = tree.count(layout) > templates ? ',' : ''
  const rest = `${join}${text(start + 1, cut.start)}${text(cut.end, end)}`
  return { prefix: defaultTemplatePrefix, rest }
}

function countNamed(tree: FigureTree, place: Place, name: string): number {
  let count = 0
  for (let child = tree.first(place); child !== none; child = tree.next(child)) {
    if (tree.key(child) === name) count++
  }
  return count
}

/** The range of a member including the comma after it, or before it if it is the last. */
function withComma(body: Buffer, start: number, end: number): Span {
  let after = end
  while (isSpace(body[after])) after++
  if (body[after] === comma) return { start, end: after + 1 }
  let before = start - 1
  while (isSpace(body[before])) before--
  return { start: body[before] === comma ? before : start, end }
}

const comma = 0x2c

const isSpace = (c: number | undefined) => c === 0x20 || c === 0x0a || c === 0x0d || c === 0x09

// Only numbers with an exponent of three digits, or with hundreds of digits, can be infinite.
const maybeInfinite = /[eE]\+?\d{3}|(?<!\d)\d{200}/

/** Reports numbers in a layout that are infinite in JavaScript, because they cannot be written as JSON again. */
export function rejectInfiniteNumbers(text: string, faults: Faults): void {
  if (maybeInfinite.test(text)) rejectInfinite(JSON.parse(text), 'layout', faults)
}

function rejectInfinite(value: unknown, path: string, faults: Faults): void {
  if (faults.full) return
  if (typeof value === 'number' && !Number.isFinite(value)) {
    faults.add(
      path,
      'this number is larger than JSON readers can represent (about 1.8e308); send a smaller one',
    )
  } else if (Array.isArray(value)) {
    for (const [i, item] of value.entries()) rejectInfinite(item, childPath(path, i), faults)
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) rejectInfinite(item, childPath(path, key), faults)
  }
}
