/**
 * How long a figure takes to draw, as far as counting can say it: the sum over parts that cost a browser something
 * each, whatever is in them. It warns where an image may not be made in time, and refuses where it never is.
 */

import type { Findings } from '../findings.ts'
import type { FigureView } from '../views.ts'
import type { Cost, Weighed } from './cost.ts'
import { itemCosts } from './items.ts'
import { pointCosts } from './points.ts'
import { subplotCosts } from './subplots.ts'
import { traceCosts } from './traces.ts'

/** A render has 20 s, on a machine that has others to draw. */
const warnAboveMs = 8_000
/** On a machine five times as fast it would still be late. */
const refuseAboveMs = 100_000
/** Less does not say why a figure was late. */
const tellAboveMs = 2_000

/** Warns of a figure that takes long, or refuses it, at the part that takes the longest. */
export function checkWorkload(figure: FigureView): void {
  const work = weigh(figure)
  if (work === null || work.total <= warnAboveMs) return
  const { most, total } = work
  const [told, remedy] = [tell(work), fewer(most, total, warnAboveMs)]
  if (total > refuseAboveMs) figure.findings.error(most.place, `${told}, and an image has 20 s; ${remedy}`)
  else figure.findings.warn(most.place, `${told}, and the image may not be made in time; ${remedy}`)
}

/** Warns of the part that takes the longest of a figure that was late, where counting can say it. */
export function explainLateness(figure: Weighed, findings: Findings): void {
  const work = weigh(figure)
  if (work === null || work.most.ms <= tellAboveMs) return
  const { most, total } = work
  findings.warn(most.place, `${tell(work)} alone; ${fewer(most, total, Math.min(warnAboveMs, total / 2))}`)
}

export interface Work {
  /** In milliseconds. */
  readonly total: number
  readonly most: Cost
}

/** Null for a figure that holds nothing. */
export function weigh(figure: Weighed): Work | null {
  const costs: readonly Cost[] = [subplotCosts, traceCosts, pointCosts, itemCosts].flatMap(of => of(figure))
  const total = costs.reduce((sum, { ms }) => sum + ms, 0)
  if (total === 0) return null
  const most = costs.reduce((largest, cost) => (cost.ms > largest.ms ? cost : largest))
  return { total, most }
}

function tell({ most, total }: Work): string {
  const whole = most.ms < total * 0.9 ? `, the whole figure ${seconds(total)}` : ''
  return `${most.count} ${most.what} take about ${seconds(most.ms)} to draw${whole}`
}

const seconds = (ms: number) => `${Number((ms / 1000).toPrecision(2))} s`

/** As many as leave the figure below the bound, where fewer of them are enough for that. */
function fewer({ count, ms, power, instead }: Cost, total: number, boundMs: number): string {
  const share = Math.max(0, 1 - (total - boundMs) / ms)
  const most = Math.floor(count * share ** (1 / power))
  const digit = 10 ** Math.floor(Math.log10(most))
  const remedy = most > 0 ? `send at most ${Math.floor(most / digit) * digit}` : 'send less in one figure'
  return instead ? `${remedy}, or draw them as ${instead}` : remedy
}
