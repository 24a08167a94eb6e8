/**
 * Caches figures for all requests, because the figure of a version never changes. Callers have checked with the store that
 * the graph exists, so deleted graphs are never served from here.
 */

import { LRUCache } from 'lru-cache'
import type { Figure } from '../../domain/figure/text.ts'
import type { TraceSpan } from '../../domain/figure/traces.ts'
import { type VersionRef, versionName } from '../../domain/graph/graph.ts'
import { JsonText } from './json.ts'

/** Values derived from a figure on demand. */
interface Derived {
  readonly traces: readonly TraceSpan[]
  /** `data` as a JSON string. */
  readonly quoted: Buffer
}

/** A figure with its derived values. */
export interface ReadFigure extends Figure {
  readonly dataJson: JsonText
  readonly layoutJson: JsonText
  readonly derived: { [Part in keyof Derived]?: Promise<Derived[Part]> }
}

export const readFigure = (figure: Figure): ReadFigure => ({
  ...figure,
  dataJson: new JsonText(figure.data),
  layoutJson: new JsonText(figure.layout),
  derived: {},
})

/** Derives a value once, also for concurrent calls. A failure is not cached. */
export function derivedOf<Part extends keyof Derived>(
  { derived }: ReadFigure,
  part: Part,
  derive: () => Derived[Part] | Promise<Derived[Part]>,
): Promise<Derived[Part]> {
  const known = derived[part]
  if (known) return known
  const deriving: Promise<Derived[Part]> = Promise.resolve(derive())
  derived[part] = deriving as ReadFigure['derived'][Part]
  deriving.catch(() => {
    delete derived[part]
  })
  return deriving
}

/** Reads figures by `versionName`. */
export type ReadFigures = (refs: readonly VersionRef[]) => Promise<ReadonlyMap<string, ReadFigure>>

/** The size of the cache, as large as that of REST answers. */
const maxKept = 32 * 1024 * 1024
const largest = 256 * 1024

/** The size of a second cache with a short lifetime, for large figures and their derived values. */
const maxShared = 48 * 1024 * 1024
const sharedMs = 5_000

const charactersOf = ({ data, layout, frames }: Figure) => data.length + layout.length + (frames?.length ?? 0)

/** Wraps a read function so that only uncached figures are read from the store. */
export function rememberFigures(
  read: (refs: readonly VersionRef[]) => Promise<ReadonlyMap<string, Figure>>,
): ReadFigures {
  const sizeCalculation = (figure: ReadFigure) => 2 * charactersOf(figure) + 200
  const kept = new LRUCache<string, ReadFigure>({ maxSize: maxKept, sizeCalculation })
  const shared = new LRUCache<string, ReadFigure>({
    maxSize: maxShared,
    sizeCalculation,
    ttl: sharedMs,
    ttlAutopurge: true,
  })
  const inFlight = new Map<string, Promise<ReadonlyMap<string, ReadFigure>>>()

  /** Copies small cached figures, so that their derived values live only as long as the request. */
  function known(name: string): ReadFigure | undefined {
    const figure = kept.get(name)
    return figure ? { ...figure, derived: {} } : shared.get(name)
  }

  async function readAndKeep(refs: readonly VersionRef[]): Promise<ReadonlyMap<string, ReadFigure>> {
    const found = new Map<string, ReadFigure>()
    for (const [name, stored] of await read(refs)) {
      const figure = readFigure(stored)
      if (charactersOf(figure) <= largest) kept.set(name, figure)
      else shared.set(name, figure)
      found.set(name, figure)
    }
    return found
  }

  /** Joins reads in flight of the same figures. */
  function readOnce(refs: readonly VersionRef[]): readonly Promise<ReadonlyMap<string, ReadFigure>>[] {
    const names = refs.map(versionName)
    const others = names.flatMap(name => inFlight.get(name) ?? [])
    const missing = refs.filter(ref => !inFlight.has(versionName(ref)))
    if (missing.length === 0) return others
    const reading = readAndKeep(missing).finally(() => {
      for (const ref of missing) inFlight.delete(versionName(ref))
    })
    for (const ref of missing) inFlight.set(versionName(ref), reading)
    return [...others, reading]
  }

  return async refs => {
    const found = new Map<string, ReadFigure>()
    const missing: VersionRef[] = []
    for (const ref of refs) {
      const figure = known(versionName(ref))
      if (figure) found.set(versionName(ref), figure)
      else missing.push(ref)
    }
    if (missing.length === 0) return found
    const wanted = new Set(missing.map(versionName))
    for (const figures of await Promise.all(readOnce(missing))) {
      for (const [name, figure] of figures) if (wanted.has(name)) found.set(name, known(name) ?? figure)
    }
    return found
  }
}
