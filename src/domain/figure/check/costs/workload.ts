/**
 * Estimates how long a figure takes to draw, by counting its parts. Warns if the image may not be made in time, and refuses
 * the figure if it cannot be.
 */

import type { Findings } from '../findings.ts'
import type { FigureView } from '../views.ts'
import type { Cost, EstimatedFigure } from './cost.ts'
import { dashCosts } from './dashes.ts'
import { svgCosts } from './embedded-images.ts'
import { itemCosts } from './items.ts'
import { letterAreaCosts } from './letter-areas.ts'
import { lineAreaCosts } from './line-areas.ts'
import { markerAreaCosts } from './marker-areas.ts'
import { pointCosts } from './points.ts'
import { stackCosts } from './stacks.ts'
import { subplotCosts } from './subplots.ts'
import { withTemplates } from './templates.ts'
import { sharedTextCosts } from './texts.ts'
import { tickCosts } from './ticks.ts'
import { traceCosts } from './traces.ts'

/** Renders have 20 s, on machines that are usually busy. */
const warnAboveMs = 8_000
/** Too slow even on a machine that is five times as fast. */
const refuseAboveMs = 100_000
/** A smaller part does not explain a timeout. */
const explainAboveMs = 2_000

/** Warns of a slow figure or refuses it, naming the part that takes the longest. */
export function checkWorkload(figure: FigureView): void {
  const work = estimateWork(withTemplates(figure))
  if (work === null || work.total <= warnAboveMs) return
  const { max, total } = work
  const [message, remedy] = [messageOf(work), fewer(max, total, warnAboveMs)]
  if (total > refuseAboveMs) figure.findings.error(max.place, `${message}, and an image has 20 s; ${remedy}`)
  else figure.findings.warn(max.place, `${message}, and the image may not be made in time; ${remedy}`)
}

/** Explains a timeout by a warning about the part that takes the longest, if it is known. */
export function explainTimeout(figure: EstimatedFigure, findings: Findings): void {
  const work = estimateWork(figure)
  if (work === null || work.max.ms <= explainAboveMs) return
  const { max, total } = work
  findings.warn(max.place, `${messageOf(work)} alone; ${fewer(max, total, Math.min(warnAboveMs, total / 2))}`)
}

export interface Work {
  /** In milliseconds. */
  readonly total: number
  readonly max: Cost
}

/** Null for an empty figure. */
export function estimateWork(figure: EstimatedFigure): Work | null {
  const costs: readonly Cost[] = [
    subplotCosts,
    traceCosts,
    pointCosts,
    markerAreaCosts,
    lineAreaCosts,
    letterAreaCosts,
    dashCosts,
    stackCosts,
    sharedTextCosts,
    itemCosts,
    tickCosts,
    svgCosts,
  ].flatMap(of => of(figure))
  const total = costs.reduce((sum, { ms }) => sum + ms, 0)
  if (total === 0) return null
  const max = costs.reduce((largest, cost) => (cost.ms > largest.ms ? cost : largest))
  return { total, max }
}

function messageOf({ max, total }: Work): string {
  const whole = max.ms < total * 0.9 ? `, the whole figure ${seconds(total)}` : ''
  return `${max.count} ${max.what} take about ${seconds(max.ms)} to draw${whole}`
}

const seconds = (ms: number) => `${Number((ms / 1000).toPrecision(2))} s`

/** The remedy: how many of these parts the figure may have to stay below the limit. */
function fewer({ count, ms, power, instead }: Cost, total: number, boundMs: number): string {
  const share = Math.max(0, 1 - (total - boundMs) / ms)
  const max = Math.floor(count * share ** (1 / power))
  const digit = 10 ** Math.floor(Math.log10(max))
  const remedy = max > 0 ? `send at most ${Math.floor(max / digit) * digit}` : 'send less in one figure'
  return instead ? `${remedy}, or draw them as ${instead}` : remedy
}
