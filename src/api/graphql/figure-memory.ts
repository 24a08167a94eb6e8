/**
 * Figures that were read lately, for all requests: the figure of a version never changes. Whoever asks for one has been told
 * by the store that its graph is there, so nothing deleted is answered from here.
 */

import { LRUCache } from 'lru-cache'
import type { Figure } from '../../domain/figure/text.ts'
import type { TraceSpan } from '../../domain/figure/traces.ts'
import { type VersionRef, versionName } from '../../domain/graph/graph.ts'
import { JsonText } from './json.ts'

/** A figure, and its parts as answers contain them. */
export interface ReadFigure extends Figure {
  readonly dataJson: JsonText
  readonly layoutJson: JsonText
  /** Its traces, once somebody asked for them. */
  traces?: Promise<readonly TraceSpan[]>
  /** Its `data` as a JSON string, once somebody asked for it. */
  quoted?: Promise<Buffer>
}

export const readFigure = (figure: Figure): ReadFigure => ({
  ...figure,
  dataJson: new JsonText(figure.data),
  layoutJson: new JsonText(figure.layout),
})

/** By `versionName`. */
export type ReadFigures = (refs: readonly VersionRef[]) => Promise<ReadonlyMap<string, ReadFigure>>

/** As much as REST keeps of answers: characters, and the bytes of those that were sent. */
const mostKept = 32 * 1024 * 1024
const largest = 256 * 1024

const charactersOf = ({ data, layout, frames }: Figure) => data.length + layout.length + (frames?.length ?? 0)

/** The same reading, asking the store only for what memory does not have. */
export function rememberFigures(
  read: (refs: readonly VersionRef[]) => Promise<ReadonlyMap<string, Figure>>,
): ReadFigures {
  const kept = new LRUCache<string, ReadFigure>({
    maxSize: mostKept,
    sizeCalculation: figure => 2 * charactersOf(figure) + 200,
  })
  return async refs => {
    const found = new Map<string, ReadFigure>()
    // A copy for each request: what is read of a figure lasts as long as the request.
    for (const name of refs.map(versionName)) {
      const figure = kept.get(name)
      if (figure) found.set(name, { ...figure })
    }
    const missing = refs.filter(ref => !found.has(versionName(ref)))
    if (missing.length === 0) return found
    for (const [name, stored] of await read(missing)) {
      const figure = readFigure(stored)
      if (charactersOf(figure) <= largest) kept.set(name, figure)
      found.set(name, { ...figure })
    }
    return found
  }
}
