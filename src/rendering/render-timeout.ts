/** Reports figures that were not drawn in time, with the part that most likely takes the time. */

import { slowPartOf } from '../domain/figure/check/slow-part.ts'
import { defaultTemplatePrefix } from '../domain/figure/layout.ts'
import type { Figure } from '../domain/figure/text.ts'
import { readTraces } from '../domain/figure/traces.ts'
import { type AppError, renderTimeout } from '../errors/errors.ts'

/** `figure` is null if it had not been read by then. */
export function explainRenderTimeout(figure: Figure | null, maxMs: number): AppError {
  const late = `not drawn within ${maxMs / 1000} s`
  if (figure === null) return renderTimeout(`the figure was ${late}`)
  const slow = isLong(figure) ? null : slowPartOf(figure)
  return renderTimeout(
    slow
      ? `${slow.path}: the figure was ${late}: ${slow.message}`
      : `${largestPartOf(figure)}: the figure was ${late}, and this is most of it; send less of it, or leave it out`,
  )
}

/** In bytes. Reading that much takes tens of milliseconds, which delays other requests, but only after a long render. */
const longestRead = 16 * 1024 * 1024

const isLong = ({ data, layout }: Pick<Figure, 'data' | 'layout'>) =>
  Buffer.byteLength(data) + Buffer.byteLength(layout) > longestRead

/** The longest trace, or the layout if its text is longer than `data`. */
function largestPartOf({ data, layout }: Pick<Figure, 'data' | 'layout'>): string {
  const isDefault = String(layout).startsWith(defaultTemplatePrefix)
  const ofLayout = Buffer.byteLength(layout) - (isDefault ? defaultTemplatePrefix.length : 0)
  if (ofLayout > Buffer.byteLength(data)) return 'layout'
  if (isLong({ data, layout })) return 'data'
  const traces = readTraces(Buffer.from(data))
  const [largest] = traces.toSorted((a, b) => b.end - b.start - (a.end - a.start))
  return largest ? `data[${largest.index}] (trace ${largest.index}, ${largest.type})` : 'data'
}
