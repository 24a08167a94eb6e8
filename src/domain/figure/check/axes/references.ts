/** Checks references to axes, and axes that hide each other. */

import { axisNameOf } from '../../../../plotly/axis-names.ts'
import { usualId } from '../../../../plotly/schema/older-spellings.ts'
import { isOfCategory } from '../../../../plotly/schema/schema.ts'
import { kinds, none, type Place } from '../../tree/figure-tree.ts'
import { type Letter, placedLists } from '../layout-parts.ts'
import type { FigureView, TraceView } from '../views.ts'
import { axisIdOf, axisInLayout } from './names.ts'

const letters: readonly Letter[] = ['x', 'y']
const references = ['xref', 'yref', 'axref', 'ayref'] as const
const namedByAxes = ['overlaying', 'anchor', 'matches', 'scaleanchor'] as const

/** Visible traces on cartesian axes. */
const onAxes = ({ tree, traces }: FigureView): readonly TraceView[] =>
  traces.filter(
    ({ place, type }) =>
      isOfCategory(type, 'cartesian') && !tree.is(tree.member(place, 'visible'), kinds.false),
  )

/** Warns of references to axes that do not exist, for which the library adds an empty axis or uses another one. */
export function checkReferences(figure: FigureView): void {
  const { tree, findings, layout, frames } = figure
  // Grids and scatter matrices create axes, and frames may add some.
  const makesAxes = tree.member(layout, 'grid') !== none || figure.types.has('splom')
  if (layout === none || frames !== none || makesAxes || findings.enough) return
  let known: ReadonlySet<string> | null = null
  for (const list of placedLists) {
    const items = tree.member(layout, list)
    if (!tree.is(items, kinds.array)) continue
    for (let item = tree.first(items); item !== none && !findings.enough; item = tree.next(item)) {
      for (const name of references) check(tree.member(item, name))
    }
  }
  for (const { place } of figure.parts.axes)
    if (!findings.enough) for (const name of namedByAxes) check(tree.member(place, name))

  function check(reference: Place): void {
    const given = /^([xy]\d+)(?: domain)?$/.exec(tree.string(reference) ?? '')?.[1]
    const id = given && usualId(given)
    if (!id || axisInLayout(tree, layout, id) !== none) return
    known ??= new Set(onAxes(figure).flatMap(trace => letters.map(letter => axisIdOf(tree, trace, letter))))
    if (known.has(id)) return
    findings.warn(
      reference,
      `refers to the axis ${id}, which does not exist${alternatives(known, id.charAt(0))}`,
    )
  }
}

const maxAlternatives = 10

function alternatives(known: ReadonlySet<string>, letter: string): string {
  const there = [...known].filter(id => id.startsWith(letter))
  if (there.length === 0) return ''
  const more = there.length > maxAlternatives ? ', …' : ''
  return `; this figure has ${there.slice(0, maxAlternatives).join(', ')}${more}`
}

/** With more subplots, overlaps are not checked, because each is compared with all others. */
const maxSubplots = 100

interface Axis {
  readonly id: string
  readonly number: number
  /** The axis whose background it is drawn on. */
  readonly base: string
  readonly domain: readonly [number, number]
}

interface Subplot {
  readonly x: Axis
  readonly y: Axis
  readonly trace: TraceView
}

/** Warns of a subplot whose background is painted over another subplot. */
export function checkOverlaying(figure: FigureView): void {
  const { tree, findings, layout } = figure
  if (figure.traces.length < 2 || findings.enough) return
  if (tree.member(layout, 'grid') !== none || isClear(figure)) return
  const all = subplotsOf(figure)
  if (all.length < 2 || all.length > maxSubplots) return
  for (const over of all) {
    const under = all.find(each => each !== over && isCovered(each, over))
    if (!under) continue
    const others = letters.filter(letter => over[letter] !== under[letter])
    const remedy = others.map(
      letter => `layout.${axisNameOf(over[letter].id)}.overlaying: "${under[letter].id}"`,
    )
    const message = `hides the traces on ${under.x.id} and ${under.y.id}; set ${remedy.join(' and ')}`
    const letter = others.at(-1) as Letter
    const place = tree.member(layout, axisNameOf(over[letter].id))
    if (place !== none) findings.warn(place, message)
    else findings.warn(over.trace.place, message, `${letter}axis`)
  }
}

function isCovered(under: Subplot, over: Subplot): boolean {
  const isLater = letters.every(letter => over[letter].number >= under[letter].number)
  const isSame = letters.every(letter => over[letter].base === under[letter].base)
  return isLater && !isSame && letters.every(letter => spans(over[letter].domain, under[letter].domain))
}

const spans = ([from, to]: Axis['domain'], [min, max]: Axis['domain']) => from <= min && to >= max

/** The subplots, each with its first trace. Empty if traces set their own order. */
function subplotsOf(figure: FigureView): readonly Subplot[] {
  const { tree } = figure
  const axes = new Map<string, Axis>()
  const subplots = new Map<string, Subplot>()
  for (const trace of onAxes(figure)) {
    if (tree.member(trace.place, 'zorder') !== none) return []
    const [x, y] = [axisIdOf(tree, trace, 'x'), axisIdOf(tree, trace, 'y')]
    if (!subplots.has(x + y)) subplots.set(x + y, { x: axisOf(x), y: axisOf(y), trace })
    if (subplots.size > maxSubplots) break
  }
  return [...subplots.values()]

  function axisOf(id: string): Axis {
    const known = axes.get(id)
    if (known) return known
    const base = baseOf(figure, id)
    const axis = { id, number: Number(id.slice(1) || 1), base, domain: domainOf(figure, base) }
    axes.set(id, axis)
    return axis
  }
}

/** A setting of the axis, or of the same axis in the template, or of the template's first axis. */
function settingOf({ tree, layout }: FigureView, id: string, name: string): Place {
  const own = tree.member(axisInLayout(tree, layout, id), name)
  if (own !== none) return own
  const usual = tree.at(layout, 'template', 'layout')
  const same = tree.member(usual, axisNameOf(id))
  return tree.member(same === none ? tree.member(usual, axisNameOf(id.charAt(0))) : same, name)
}

function baseOf(figure: FigureView, id: string): string {
  const overlaying = figure.tree.string(settingOf(figure, id, 'overlaying'))
  return overlaying === null || overlaying === 'free' ? id : usualId(overlaying)
}

function domainOf(figure: FigureView, id: string): readonly [number, number] {
  const { tree } = figure
  const domain = settingOf(figure, id, 'domain')
  if (!tree.is(domain, kinds.array) || tree.mask(domain) !== kinds.number || tree.count(domain) !== 2)
    return [0, 1]
  return tree.value(domain) as [number, number]
}

const clear = /^\s*(?:transparent|(?:rgb|hsl)a\(.*,\s*(?:0|0?\.\d+|\d\d?%)\s*\))\s*$/i

/** Whether the background of plots is transparent. */
function isClear({ tree, layout }: FigureView): boolean {
  const ground = tree.member(layout, 'plot_bgcolor')
  const usual = tree.at(layout, 'template', 'layout', 'plot_bgcolor')
  return clear.test(tree.string(ground === none ? usual : ground) ?? '')
}
