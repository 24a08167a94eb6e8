/** Everything that pages, embed codes and link cards need to know about a figure, computed once per version. */

import { asBuffer } from '../../bytes.ts'
import { type Traits, traitsOf } from '../../plotly/figure-traits.ts'
import { type FontUsage, fontUsageOf } from '../../plotly/font-usage.ts'
import { describeFigure } from './describe/describe.ts'

export interface FigureFacts {
  readonly traits: Traits
  readonly fonts: FontUsage
  /** A description in words for people who cannot see the figure. */
  readonly description: string
  /** The size of the three texts in UTF-8. */
  readonly bytes: number
}

/** The offsets at which `data`, `layout` and `frames` (if present) end in the joined text. */
export interface FactsRequest {
  readonly traceTypes: readonly string[]
  readonly ends: readonly number[]
}

/** Reads the joined texts of a stored, and therefore valid, figure. */
export function factsOf(texts: Uint8Array, { traceTypes, ends }: FactsRequest): FigureFacts {
  const bytes = asBuffer(texts)
  const [data = '', layout = '', frames = null] = ends.map((end, i) =>
    bytes.toString('utf8', ends[i - 1] ?? 0, end),
  )
  const figure = { data, layout, frames }
  return {
    traits: traitsOf(figure, traceTypes),
    fonts: fontUsageOf(`${layout}${data}${frames ?? ''}`),
    description: describeFigure(figure),
    bytes: bytes.length,
  }
}
