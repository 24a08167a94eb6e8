/** The facts of stored figures, computed once per version, for large figures in a thread. */

import { LRUCache } from 'lru-cache'
import type { BodyReaders } from '../../domain/figure/body-readers.ts'
import type { FactsRequest, FigureFacts } from '../../domain/figure/facts.ts'
import { type Figure, joinTexts } from '../../domain/figure/text.ts'
import { type GraphRecord, versionName } from '../../domain/graph/graph.ts'
import type { Graphs } from '../../domain/graph/graphs.ts'

/** The facts of an existing version. Rejects with `version_not_found` if it was removed meanwhile. */
export type FactsOf = (record: GraphRecord, figure?: Figure) => Promise<FigureFacts>

/** The size of the cache; entries have about a kilobyte. */
const maxKept = 5_000

export function createFactsOf(graphs: Pick<Graphs, 'read'>, bodies: Pick<BodyReaders, 'factsOf'>): FactsOf {
  const kept = new LRUCache<string, Promise<FigureFacts>>({ max: maxKept })

  async function find(record: GraphRecord, given: Figure | undefined): Promise<FigureFacts> {
    const figure = given ?? (await graphs.read(record.graphId, record.version)).figure
    return bodies.factsOf(...factsRequest(figure, record.traceTypes))
  }

  return (record, figure) => {
    const name = versionName(record)
    const known = kept.get(name)
    if (known) return known
    const facts = find(record, figure)
    kept.set(name, facts)
    facts.catch(() => kept.delete(name))
    return facts
  }
}

/** The arguments of `factsOf`. */
export function factsRequest(
  { data, layout, frames }: Figure,
  traceTypes: readonly string[],
): [texts: Buffer, request: FactsRequest] {
  const texts = frames === null ? [data, layout] : [data, layout, frames]
  let end = 0
  const ends = texts.map(text => {
    end += Buffer.byteLength(text)
    return end
  })
  return [joinTexts(texts), { traceTypes, ends }]
}
