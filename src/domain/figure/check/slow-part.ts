/** Explains why a render timed out: finds the part of the figure that probably took the longest. */

import { type Figure, joinTexts } from '../text.ts'
import { readTree } from '../tree/build.ts'
import type { Warning } from '../warning.ts'
import { explainTimeout } from './costs/workload.ts'
import { estimatedFigure } from './figure.ts'
import { Findings } from './findings.ts'

/** The JSON path of that part and a message with a remedy. Null if no part is known to be slow. */
export function slowPartOf({ data, layout }: Figure): Warning | null {
  const { tree } = readTree(joinTexts(['{"data":', data, ',"layout":', layout, '}']))
  const findings = new Findings(tree)
  explainTimeout(estimatedFigure(findings), findings)
  return findings.warnings[0] ?? null
}
