/**
 * Figures that were read lately, for all requests: the figure of a version never changes. Whoever asks for one has been told
 * by the store that its graph is there, so nothing deleted is answered from here.
 */

import { LRUCache } from 'lru-cache'
import type { Figure } from '../../domain/figure/text.ts'
import type { TraceSpan } from '../../domain/figure/traces.ts'
import { type VersionRef, versionName } from '../../domain/graph/graph.ts'
import { JsonText } from './json.ts'

/** What is made of a figure once somebody asks for it. */
interface Made {
  readonly traces: readonly TraceSpan[]
  /** `data` as a JSON string. */
  readonly quoted: Buffer
}

/** A figure, and its parts as answers contain them. */
export interface ReadFigure extends Figure {
  readonly dataJson: JsonText
  readonly layoutJson: JsonText
  readonly made: { [Part in keyof Made]?: Promise<Made[Part]> }
}

export const readFigure = (figure: Figure): ReadFigure => ({
  ...figure,
  dataJson: new JsonText(figure.data),
  layoutJson: new JsonText(figure.layout),
  made: {},
})

/** Made once, however many ask; what failed is made again. */
export function madeOf<Part extends keyof Made>(
  { made }: ReadFigure,
  part: Part,
  make: () => Made[Part] | Promise<Made[Part]>,
): Promise<Made[Part]> {
  const known = made[part]
  if (known) return known
  const making: Promise<Made[Part]> = Promise.resolve(make())
  made[part] = making as ReadFigure['made'][Part]
  making.catch(() => {
    delete made[part]
  })
  return making
}

/** By `versionName`. */
export type ReadFigures = (refs: readonly VersionRef[]) => Promise<ReadonlyMap<string, ReadFigure>>

/** As much as REST keeps of answers: characters, and the bytes of those that were sent. */
const mostKept = 32 * 1024 * 1024
const largest = 256 * 1024

/** Large figures are shared by those who ask within moments of each other, with what was made of them. */
const mostShared = 48 * 1024 * 1024
const sharedMs = 5_000

const charactersOf = ({ data, layout, frames }: Figure) => data.length + layout.length + (frames?.length ?? 0)

/** The same reading, asking the store only for what memory does not have. */
export function rememberFigures(
  read: (refs: readonly VersionRef[]) => Promise<ReadonlyMap<string, Figure>>,
): ReadFigures {
  const sizeCalculation = (figure: ReadFigure) => 2 * charactersOf(figure) + 200
  const kept = new LRUCache<string, ReadFigure>({ maxSize: mostKept, sizeCalculation })
  const shared = new LRUCache<string, ReadFigure>({
    maxSize: mostShared,
    sizeCalculation,
    ttl: sharedMs,
    ttlAutopurge: true,
  })
  const underWay = new Map<string, Promise<ReadonlyMap<string, ReadFigure>>>()

  /** A copy for each request of what is small: what is made of it lasts as long as the request. */
  function known(name: string): ReadFigure | undefined {
    const figure = kept.get(name)
    return figure ? { ...figure, made: {} } : shared.get(name)
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

  /** Who comes while a figure is being read waits for it. */
  function readOnce(refs: readonly VersionRef[]): readonly Promise<ReadonlyMap<string, ReadFigure>>[] {
    const names = refs.map(versionName)
    const others = names.flatMap(name => underWay.get(name) ?? [])
    const missing = refs.filter(ref => !underWay.has(versionName(ref)))
    if (missing.length === 0) return others
    const reading = readAndKeep(missing).finally(() => {
      for (const ref of missing) underWay.delete(versionName(ref))
    })
    for (const ref of missing) underWay.set(versionName(ref), reading)
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
