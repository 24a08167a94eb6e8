/** Loads the figures of one request in batches, each only once, within a memory limit. */

import DataLoader from 'dataloader'
import { type VersionRef, versionName } from '../../domain/graph/graph.ts'
import { payloadTooLarge } from '../../errors/errors.ts'
import { keyRemedy } from './faults.ts'
import type { ReadFigure, ReadFigures } from './figure-memory.ts'

export type FigureLoader = DataLoader<VersionRef, ReadFigure | null, string>

export interface FigureBounds {
  /** How many figures are read per store call. */
  readonly atOnce: number
  /** How many characters of figures one request may hold. Beyond them, no further batch is read. */
  readonly characters: number
  /** What a caller beyond them can do. */
  readonly remedy: string
}

const fewer = 'ask for fewer at a time'
const bounds: FigureBounds = { atOnce: 10, characters: 64 * 1024 * 1024, remedy: fewer }
/** The limits of callers without a valid key. */
const anonymousBounds: FigureBounds = {
  atOnce: 2,
  characters: 12 * 1024 * 1024,
  remedy: `${fewer}${keyRemedy(false)}`,
}

export const boundsFor = (isKnown: boolean): FigureBounds => (isKnown ? bounds : anonymousBounds)

/** Loads null for a version that is gone. Rejects with `payload_too_large` beyond the limits. */
export function figureLoader(read: ReadFigures, { atOnce, characters, remedy }: FigureBounds): FigureLoader {
  let left = characters
  let turn: Promise<unknown> = Promise.resolve()

  async function readGroup(refs: readonly VersionRef[]): Promise<(ReadFigure | null)[]> {
    if (left <= 0) {
      throw payloadTooLarge(
        `the figures asked for have more than ${characters} characters together; ${remedy}`,
      )
    }
    const figures = await read(refs)
    for (const { data, layout, frames } of figures.values()) {
      left -= data.length + layout.length + (frames?.length ?? 0)
    }
    return refs.map(ref => figures.get(versionName(ref)) ?? null)
  }

  return new DataLoader<VersionRef, ReadFigure | null, string>(
    refs => {
      // Batches are read one after the other, so that the limit takes effect in time.
      const group = turn.then(() => readGroup(refs))
      turn = group.catch(() => {})
      return group
    },
    { maxBatchSize: atOnce, cacheKeyFn: versionName },
  )
}
