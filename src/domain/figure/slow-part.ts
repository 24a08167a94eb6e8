/** What of a figure took so long that it was not drawn in time, as far as counting can say it. */

import { Findings } from './check/findings.ts'
import { readTraces } from './check/traces.ts'
import { explainLateness } from './check/workload.ts'
import { type Figure, joinTexts } from './text.ts'
import { readTree } from './tree/build.ts'
import { root } from './tree/figure-tree.ts'
import type { Warning } from './warning.ts'

/** Its place, and a sentence with a remedy; null where nothing in it is known to take long. */
export function slowPartOf({ data, layout }: Figure): Warning | null {
  const { tree } = readTree(joinTexts(['{"data":', data, ',"layout":', layout, '}']))
  const findings = new Findings(tree)
  const list = tree.member(root, 'data')
  const traces = readTraces(findings, list)
  explainLateness({ tree, findings, data: list, layout: tree.member(root, 'layout'), traces })
  return findings.warnings[0] ?? null
}
