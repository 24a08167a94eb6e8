/** Explains why a render timed out: finds the part of the figure that probably took the longest. */

import { asBuffer } from '../../../bytes.ts'
import { defaultTemplatePrefix } from '../layout.ts'
import { type Figure, joinTexts } from '../text.ts'
import { readTraces } from '../traces.ts'
import { readTree } from '../tree/build.ts'
import { explainTimeout } from './costs/workload.ts'
import { estimatedFigure } from './figure.ts'
import { Findings } from './findings.ts'

export interface SlowPart {
  /** Its JSON path; of a trace, with its type. */
  readonly place: string
  /** How long it takes by estimate, and what to do; null if it is only known to be the longest part. */
  readonly estimate: string | null
}

/** In bytes. Of longer figures only the lengths of `data` and `layout` are compared. */
const longestRead = 16 * 1024 * 1024

/** The arguments of `slowPartOf` for a figure. */
export const slowPartRequest = ({ data, layout }: Pick<Figure, 'data' | 'layout'>) =>
  [joinTexts([data, layout]), Buffer.byteLength(data)] as const

/** `texts` has the `data` of a stored figure, and its `layout` from the byte `dataEnd` on. */
export function slowPartOf(texts: Uint8Array, dataEnd: number): SlowPart {
  const bytes = asBuffer(texts)
  const [data, layout] = [bytes.subarray(0, dataEnd), bytes.subarray(dataEnd)]
  const isRead = bytes.length <= longestRead
  return (
    (isRead ? estimatedPart(data, layout) : null) ?? { place: longest(data, layout, isRead), estimate: null }
  )
}

/** Null if no part is known to be slow. */
function estimatedPart(data: Buffer, layout: Buffer): SlowPart | null {
  const { tree } = readTree(joinTexts(['{"data":', data, ',"layout":', layout, '}']))
  const findings = new Findings(tree)
  explainTimeout(estimatedFigure(findings), findings)
  const [found] = findings.warnings
  return found ? { place: found.path, estimate: found.message } : null
}

/** The longest trace, or the layout if its text is longer than `data`. */
function longest(data: Buffer, layout: Buffer, isRead: boolean): string {
  const isDefault = layout.toString('utf8', 0, defaultTemplatePrefix.length) === defaultTemplatePrefix
  if (layout.length - (isDefault ? defaultTemplatePrefix.length : 0) > data.length) return 'layout'
  const traces = isRead ? readTraces(data) : []
  const [largest] = traces.toSorted((a, b) => b.end - b.start - (a.end - a.start))
  return largest ? `data[${largest.index}] (trace ${largest.index}, ${largest.type})` : 'data'
}
