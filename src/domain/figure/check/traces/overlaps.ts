/** Warns of traces that are drawn over each other: those without axes, and boxes and violins at the same names. */

import { isOfCategory } from '../../../../plotly/schema/schema.ts'
import { kinds, none, type Place } from '../../tree/figure-tree.ts'
import { headOf } from '../../tree/head.ts'
import { axisIdOf } from '../axes/names.ts'
import type { FigureView, TraceView } from '../views.ts'

/** Types that fill their domain. */
const filling: ReadonlySet<string> = new Set([
  ...['pie', 'funnelarea', 'sunburst', 'treemap', 'icicle'],
  ...['table', 'sankey', 'parcoords', 'parcats', 'indicator'],
])

/** With these, a figure may show one trace at a time. */
const moving = ['updatemenus', 'sliders'] as const

/** Warns of a trace without axes that covers another one in the same place. */
export function checkOverlaps(figure: FigureView): void {
  const { tree, findings, layout, traces, frames } = figure
  if (traces.length < 2 || findings.enough || frames !== none) return
  if (moving.some(name => tree.member(layout, name) !== none)) return
  const first = new Map<string, TraceView>()
  for (const trace of traces) {
    if (!filling.has(trace.type) || tree.member(trace.place, 'visible') !== none) continue
    const key = `${trace.type} ${domainOf(figure, trace.place)}`
    const under = first.get(key)
    if (!under) first.set(key, trace)
    else if (isCovered(figure, under, trace)) {
      findings.warn(
        trace.place,
        `covers data[${tree.index(under.place)}], because both have the same position; give each a domain, such as {"x": [0, 0.45]} and {"x": [0.55, 1]}`,
      )
      return
    }
  }
}

/** Types that hide what is below them. */
const opaque: ReadonlySet<string> = new Set(['pie', 'funnelarea', 'sunburst', 'treemap', 'icicle', 'sankey'])

/** Warns of a pie and the like over a whole plot with axes. */
export function checkOverAxes({ tree, findings, layout, parts, traces, frames }: FigureView): void {
  if (traces.length < 2 || findings.enough || frames !== none) return
  if ([...moving, 'grid'].some(name => tree.member(layout, name) !== none)) return
  if (parts.axes.some(({ place }) => tree.member(place, 'domain') !== none)) return
  const isSeen = ({ place }: TraceView) => tree.member(place, 'visible') === none
  const under = traces.find(trace => isSeen(trace) && isOfCategory(trace.type, 'cartesian'))
  const over = traces.find(
    trace => isSeen(trace) && opaque.has(trace.type) && tree.member(trace.place, 'domain') === none,
  )
  if (under && over)
    findings.warn(
      over.place,
      `lies over the axes of data[${tree.index(under.place)}]; give it a domain such as {"x": [0.55, 1]}, and set layout.xaxis.domain: [0, 0.45]`,
    )
}

/** The domain of a trace as a key. Cells count only with a grid, and the first is the default. */
function domainOf({ tree, layout }: FigureView, trace: Place): string {
  const domain = tree.member(trace, 'domain')
  const hasGrid = tree.member(layout, 'grid') !== none
  const side = (name: string, cell: string) => {
    const own = tree.member(domain, name)
    if (own !== none) return JSON.stringify(tree.value(own))
    return hasGrid ? String(tree.number(tree.member(domain, cell)) ?? 0) : '[0,1]'
  }
  return `${side('x', 'column')} ${side('y', 'row')}`
}

/** Settings that suggest a deliberate overlap. */
const deliberate = ['opacity', 'rotation', 'scalegroup', 'align', 'zorder'] as const
const translucent = /rgba|hsla|transparent|#[\da-f]{8}\b/i

function isCovered({ tree }: FigureView, under: TraceView, over: TraceView): boolean {
  const pair = [under.place, over.place]
  if (pair.some(place => deliberate.some(name => tree.member(place, name) !== none))) return false
  if (over.type === 'indicator')
    return pair.every(place => /number|^$/.test(tree.string(tree.member(place, 'mode')) ?? ''))
  const hole = (place: Place) => tree.number(tree.member(place, 'hole')) ?? 0
  if (hole(over.place) > hole(under.place)) return false
  return !pair.some(place => {
    const colours = tree.at(place, 'marker', 'colors')
    return colours !== none && translucent.test(tree.text(colours))
  })
}

/** Settings of boxes and violins that suggest a deliberate overlap. */
const beside = ['offsetgroup', 'alignmentgroup', 'side', 'width', 'opacity', 'x0', 'y0'] as const

/** Warns of boxes or violins at the same names, which the library draws over each other by default. */
export function checkBoxes({ tree, findings, layout, traces, frames }: FigureView): void {
  if (traces.length < 2 || findings.enough || frames !== none) return
  if (moving.some(name => tree.member(layout, name) !== none)) return
  const template = tree.at(layout, 'template', 'layout')
  const first = new Map<string, Place>()
  for (const trace of traces) {
    const { place, type } = trace
    if (type !== 'box' && type !== 'violin') continue
    if ([layout, template].some(each => tree.member(each, `${type}mode`) !== none)) continue
    if ([...beside, 'visible'].some(name => tree.member(place, name) !== none)) continue
    const letter = tree.string(tree.member(place, 'orientation')) === 'h' ? 'y' : 'x'
    const names = tree.member(place, letter)
    if (!tree.is(names, kinds.array) || tree.mask(names) !== kinds.string) continue
    const key = JSON.stringify([
      type,
      axisIdOf(tree, trace, 'x'),
      axisIdOf(tree, trace, 'y'),
      headOf(tree, names)[0],
    ])
    const under = first.get(key)
    if (under === undefined) first.set(key, place)
    else {
      findings.warn(
        place,
        `covers data[${tree.index(under)}] where both have the same ${letter}; set layout.${type}mode: "group"`,
      )
      return
    }
  }
}
