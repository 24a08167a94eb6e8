/** What of a figure took so long that it was not drawn in time, as far as counting can say it. */

import { weighedOf } from './check/costs/cost.ts'
import { explainLateness } from './check/costs/workload.ts'
import { Findings } from './check/findings.ts'
import { type Figure, joinTexts } from './text.ts'
import { readTree } from './tree/build.ts'
import type { Warning } from './warning.ts'

/** Its place, and a sentence with a remedy; null where nothing in it is known to take long. */
export function slowPartOf({ data, layout }: Figure): Warning | null {
  const { tree } = readTree(joinTexts(['{"data":', data, ',"layout":', layout, '}']))
  const findings = new Findings(tree)
  explainLateness(weighedOf(findings), findings)
  return findings.warnings[0] ?? null
}
