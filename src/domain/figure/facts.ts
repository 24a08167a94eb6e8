/** All that a page, an embed code or a card says of a figure, found in its texts once for each version. */

import { type Traits, traitsOf } from '../../plotly/figure-traits.ts'
import { type FontUsage, fontUsageOf } from '../../plotly/font-usage.ts'
import { describeFigure } from './describe/describe.ts'

export interface FigureFacts {
  readonly traits: Traits
  readonly fonts: FontUsage
  /** The figure in words, for who cannot see it. */
  readonly description: string
  /** Of the three texts, in UTF-8. */
  readonly bytes: number
}

/** Where `data`, `layout` and `frames` end in one text; a figure without frames has two of them. */
export interface FactsRequest {
  readonly traceTypes: readonly string[]
  readonly ends: readonly number[]
}

/** Of the texts of a stored, and so valid, figure, one after the other. */
export function factsOf(texts: Uint8Array, { traceTypes, ends }: FactsRequest): FigureFacts {
  const bytes = Buffer.from(texts.buffer, texts.byteOffset, texts.byteLength)
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
