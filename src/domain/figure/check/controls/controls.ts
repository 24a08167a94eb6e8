/** Checks what the buttons of menus and the steps of sliders do. */

import { traceSchema } from '../../../../plotly/schema/schema.ts'
import { kinds, none, type Place } from '../../tree/figure-tree.ts'
import { headOf } from '../../tree/head.ts'
import type { FigureView } from '../views.ts'
import { type ControlWarnings, checkChange, checkChanges, type Target } from './changes.ts'
import { checkFramesPlayed } from './frames-played.ts'

const lists = [
  ['updatemenus', 'buttons'],
  ['sliders', 'steps'],
] as const

/** In bytes. Longer lists of controls are not read. */
const longestControls = 1_000_000

/** Warns of buttons and steps that change nothing, or play frames that do not exist. */
export function checkControls(figure: FigureView): void {
  const { tree, layout } = figure
  const given = lists.flatMap(([outer, inner]) => {
    const list = tree.member(layout, outer)
    return tree.is(list, kinds.array) && tree.end(list) - tree.start(list) <= longestControls
      ? [[list, inner] as const]
      : []
  })
  if (given.length === 0) return
  const items = given.flatMap(([list, inner]) =>
    elementsOf(list).flatMap(control => elementsOf(tree.member(control, inner))),
  )
  checkFramesPlayed(figure, items)
  if (figure.traces.length === 0) return
  const madeTypes = new Set(given.flatMap(([list]) => typesIn(tree.text(list))))
  const check = argumentsCheck(figure, madeTypes)
  for (const item of items) {
    if (figure.findings.enough) return
    check(item, 'args')
    check(item, 'args2')
  }

  function elementsOf(list: Place): readonly Place[] {
    if (!tree.is(list, kinds.array)) return []
    const elements: Place[] = []
    for (let each = tree.first(list); each !== none; each = tree.next(each)) elements.push(each)
    return elements
  }
}

/** The types of traces that a control may set, after which the traces have other attributes. */
function typesIn(text: string): readonly string[] {
  const values = [...text.matchAll(/"type"\s{0,9}[:,]([^\]{}]{0,300})/g)].map(([, after = '']) => after)
  return values
    .flatMap(value => [...value.matchAll(/"(\w+)"/g)].map(([, name = '']) => name))
    .filter(traceSchema)
}

/** Gives each warning once, because steps of a slider are much alike. */
function warnOnce(findings: FigureView['findings']): ControlWarnings {
  const messages = new Set<string>()
  return {
    get enough() {
      return findings.enough
    },
    warn(place, message, ...below) {
      if (messages.has(message)) return
      messages.add(message)
      findings.warn(place, message, ...below)
    },
  }
}

/** Checks the arguments of a control. */
function argumentsCheck(figure: FigureView, madeTypes: ReadonlySet<string>) {
  const { tree, traces, types, data } = figure
  const layoutTarget: Target = { owners: ['layout'], perTrace: false, count: 0 }
  const warnings = warnOnce(figure.findings)

  return (item: Place, name: 'args' | 'args2') => {
    const args = tree.member(item, name)
    if (!tree.is(args, kinds.array) || tree.count(args) === 0) return
    const method = tree.string(tree.member(item, 'method')) ?? 'restyle'
    if (method === 'update') checkUpdate(args)
    else if (method === 'restyle' || method === 'relayout') checkOne(args, method)
  }

  function checkOne(args: Place, method: 'restyle' | 'relayout'): void {
    const changes = objectAt(args, 0)
    const [first, value, numbers] = headOf(tree, args)
    const target = (indices: unknown, at: number) =>
      method === 'relayout' ? layoutTarget : tracesAt(args, indices, at)
    if (changes !== none) checkChanges(tree, warnings, changes, target(value, 1))
    else if (typeof first !== 'string') {
      if (first !== undefined)
        warnings.warn(args, `does nothing, because ${method} takes the name of an attribute, or an object`, 0)
    } else if (tree.count(args) === 1)
      warnings.warn(
        args,
        `changes nothing, because it has no value for ${JSON.stringify(first.slice(0, 60))}`,
      )
    else if (value !== undefined) checkChange(warnings, args, [first, value], target(numbers, 2))
  }

  function checkUpdate(args: Place): void {
    const [changes, ofLayout] = [objectAt(args, 0), objectAt(args, 1)]
    const head = headOf(tree, args)
    const wrong = head.slice(0, 2).findIndex(each => typeof each !== 'object' || Array.isArray(each))
    if (wrong !== -1)
      warnings.warn(
        args,
        'is ignored; update takes an object with attributes of traces, one with those of the layout, and the numbers of the traces',
        wrong,
      )
    if (changes !== none) checkChanges(tree, warnings, changes, tracesAt(args, head[2], 2))
    if (ofLayout !== none) checkChanges(tree, warnings, ofLayout, layoutTarget)
  }

  /** The traces with these numbers: one number, or a list. Without any, all traces. */
  function tracesAt(args: Place, numbers: unknown, at: number): Target {
    const listed = Array.isArray(numbers) ? numbers : typeof numbers === 'number' ? [numbers] : []
    const count = tree.count(data)
    const missing = listed.find(each => !(Number.isInteger(Number(each)) && each >= 0 && each < count))
    if (missing !== undefined)
      warnings.warn(
        args,
        `names ${JSON.stringify(missing)?.slice(0, 60)}, which is no trace; traces are numbered from 0 to ${count - 1}`,
        at,
      )
    const meant = new Set(listed.map(Number))
    const chosen = meant.size > 0 ? traces.filter(({ place }) => meant.has(tree.index(place))) : []
    const owners = chosen.length > 0 ? chosen.map(({ type }) => type) : types
    return {
      owners: [...new Set([...owners, ...madeTypes])],
      perTrace: true,
      count: chosen.length > 0 ? chosen.length : count,
    }
  }

  /** The argument at that place if it is an object. */
  function objectAt(args: Place, at: number): Place {
    if (!(tree.mask(args) & kinds.object)) return none
    for (let each = tree.first(args); each !== none; each = tree.next(each))
      if (tree.index(each) === at) return each
    return none
  }
}
