/** Warns of parts of `customdata` that templates name and points do not have. */

import { kinds, none, type Place, root } from '../../tree/figure-tree.ts'
import { headOf } from '../../tree/head.ts'
import type { Walk } from '../views.ts'

/** Types with an entry of `customdata` for each point. Others put those of several points together. */
const perPoint: ReadonlySet<string> = new Set([
  ...['scatter', 'scattergl', 'scatter3d', 'scatterpolar', 'scattergeo', 'scattermap', 'scatterternary'],
  ...['bar', 'waterfall', 'funnel', 'choropleth', 'choroplethmap', 'candlestick', 'ohlc'],
])

/** Matches `%{customdata[1]}`, `%{customdata.name:.2f}` and the like, with the path. */
const named = /%\{(customdata((?:\[\d{1,4}\]|\.\w{1,40}){1,8}))[:|}]/g

/** Returns whether it has warned. */
export function checkCustomData({ findings, owner }: Walk, template: Place, text: string): boolean {
  const { tree } = findings
  const data = tree.member(tree.parent(template), 'customdata')
  if (!perPoint.has(owner) || !tree.is(data, kinds.array) || tree.at(root, 'frames') !== none) return false
  const [first] = headOf(tree, data)
  if (first === undefined || first === null) return false
  for (const [, name, path] of text.matchAll(named)) {
    const steps = (path as string).split(/[.[\]]+/).filter(Boolean)
    if (partOf(first, steps) !== undefined) continue
    findings.warn(template, `uses %{${name}}, which points do not have, so "-" is shown; ${remedy(first)}`)
    return true
  }
  return false
}

function partOf(value: unknown, steps: readonly string[]): unknown {
  return steps.reduce<unknown>(
    (part, step) =>
      typeof part === 'object' && part !== null && Object.hasOwn(part, step)
        ? (part as Readonly<Record<string, unknown>>)[step]
        : undefined,
    value,
  )
}

function remedy(first: unknown): string {
  if (Array.isArray(first)) return `each has ${first.length} values, from %{customdata[0]}`
  if (typeof first !== 'object') return 'each has one value, %{customdata}'
  const names = Object.keys(first as object).slice(0, 5)
  return `each has ${names.map(name => `%{customdata.${name.slice(0, 40)}}`).join(', ')}`
}
