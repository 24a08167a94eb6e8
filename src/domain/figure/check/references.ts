/** Axes that are named: by what is placed on them, and by each other. */

import { isOfCategory } from '../../../plotly/schema.ts'
import { type FigureTree, kinds, none, type Place } from '../tree/figure-tree.ts'
import type { FigureView, TraceView } from './views.ts'

type Letter = 'x' | 'y'

const letters: readonly Letter[] = ['x', 'y']
const placed = ['annotations', 'shapes', 'images', 'selections'] as const
const references = ['xref', 'yref', 'axref', 'ayref'] as const
const namedByAxes = ['overlaying', 'anchor', 'matches', 'scaleanchor'] as const

/** The traces that are drawn on axes. */
const onAxes = ({ tree, traces }: FigureView): readonly TraceView[] =>
  traces.filter(
    ({ place, type }) =>
      isOfCategory(type, 'cartesian') && !tree.is(tree.member(place, 'visible'), kinds.false),
  )

const idOf = (tree: FigureTree, { place }: TraceView, letter: Letter): string =>
  tree.string(tree.member(place, `${letter}axis`)) ?? letter

/** `xaxis2` of `x2`. */
const nameOf = (id: string): string => `${id.charAt(0)}axis${id.slice(1)}`

/** Names of axes that no trace is on and that the layout does not have: the library adds an empty axis, or takes another. */
export function checkReferences(figure: FigureView): void {
  const { tree, findings, layout, frames } = figure
  // Grids and diagrams of all pairs make axes of their own, frames may bring them.
  const makesAxes = tree.member(layout, 'grid') !== none || figure.traces.some(({ type }) => type === 'splom')
  if (layout === none || frames !== none || makesAxes || findings.enough) return
  let known: ReadonlySet<string> | null = null
  for (const list of placed) {
    const items = tree.member(layout, list)
    if (!tree.is(items, kinds.array)) continue
    for (let item = tree.first(items); item !== none && !findings.enough; item = tree.next(item)) {
      for (const name of references) check(tree.member(item, name))
    }
  }
  for (let axis = tree.first(layout); axis !== none && !findings.enough; axis = tree.next(axis)) {
    if (!tree.is(axis, kinds.object) || !/^[xy]axis\d*$/.test(tree.key(axis))) continue
    for (const name of namedByAxes) check(tree.member(axis, name))
  }

  function check(reference: Place): void {
    const id = /^([xy]\d+)(?: domain)?$/.exec(tree.string(reference) ?? '')?.[1]
    if (id === undefined || tree.member(layout, nameOf(id)) !== none) return
    known ??= new Set(onAxes(figure).flatMap(trace => letters.map(letter => idOf(tree, trace, letter))))
    if (known.has(id)) return
    const there = [...known].filter(each => each.startsWith(id.charAt(0))).join(', ')
    findings.warn(
      reference,
      `names the axis ${id}, which is not there${there ? `; this figure has ${there}` : ''}`,
    )
  }
}

interface Subplot {
  readonly x: string
  readonly y: string
  readonly trace: TraceView
}

/** Of two grounds in one place the later is painted over the earlier, and over all that is drawn on it. */
export function checkOverlaying(figure: FigureView): void {
  const { tree, findings, layout } = figure
  if (figure.traces.length < 2 || findings.enough) return
  if (tree.member(layout, 'grid') !== none || isClear(figure)) return
  const subplots = new Map<string, Subplot>()
  for (const trace of onAxes(figure)) {
    // Painted in an order of their own.
    if (tree.member(trace.place, 'zorder') !== none) return
    const [x, y] = [idOf(tree, trace, 'x'), idOf(tree, trace, 'y')]
    if (!subplots.has(x + y)) subplots.set(x + y, { x, y, trace })
  }
  const all = [...subplots.values()]
  for (const over of all.length > 1 ? all : []) {
    const under = all.find(each => each !== over && isCovered(each, over))
    if (!under) continue
    const others = letters.filter(letter => over[letter] !== under[letter])
    const remedy = others.map(letter => `layout.${nameOf(over[letter])}.overlaying: "${under[letter]}"`)
    const message = `hides the traces on ${under.x} and ${under.y}; set ${remedy.join(' and ')}`
    const letter = others.at(-1) as Letter
    const place = tree.member(layout, nameOf(over[letter]))
    if (place !== none) findings.warn(place, message)
    else findings.warn(over.trace.place, message, `${letter}axis`)
  }

  function isCovered(under: Subplot, over: Subplot): boolean {
    const isLater = numberOf(over.x) >= numberOf(under.x) && numberOf(over.y) >= numberOf(under.y)
    const isSame = letters.every(letter => baseOf(over[letter]) === baseOf(under[letter]))
    return isLater && !isSame && letters.every(letter => spans(over[letter], under[letter]))
  }

  function spans(over: string, under: string): boolean {
    const [from, to] = domainOf(over)
    const [least, most] = domainOf(under)
    return from <= least && to >= most
  }

  /** Of the axis, else of the template's axis, which is that of all where it has none of their name. */
  function settingOf(id: string, name: string): Place {
    const own = tree.at(layout, nameOf(id), name)
    const usual = tree.at(layout, 'template', 'layout')
    const [same, first] = [nameOf(id), nameOf(id.charAt(0))].map(axis => tree.member(usual, axis)) as [
      Place,
      Place,
    ]
    return own === none ? tree.member(same === none ? first : same, name) : own
  }

  /** The axis whose ground it is drawn on. */
  function baseOf(id: string): string {
    const overlaying = tree.string(settingOf(id, 'overlaying'))
    return overlaying === null || overlaying === 'free' ? id : overlaying
  }

  function domainOf(id: string): readonly [number, number] {
    const domain = settingOf(baseOf(id), 'domain')
    if (!tree.is(domain, kinds.array) || tree.mask(domain) !== kinds.number || tree.count(domain) !== 2)
      return [0, 1]
    return tree.value(domain) as [number, number]
  }
}

const numberOf = (id: string): number => Number(id.slice(1) || 1)

const clear = /^\s*(?:transparent|(?:rgb|hsl)a\(.*,\s*(?:0|0?\.\d+|\d\d?%)\s*\))\s*$/i

/** Whether what lies under a ground shines through. */
function isClear({ tree, layout }: FigureView): boolean {
  const ground = tree.member(layout, 'plot_bgcolor')
  const usual = tree.at(layout, 'template', 'layout', 'plot_bgcolor')
  return clear.test(tree.string(ground === none ? usual : ground) ?? '')
}
