/** The figures of one request: read together, never twice, and no more than memory should hold. */

import DataLoader from 'dataloader'
import { type VersionRef, versionName } from '../../domain/graph/graph.ts'
import { payloadTooLarge } from '../../errors/errors.ts'
import type { ReadFigure, ReadFigures } from './figure-memory.ts'

export type FigureLoader = DataLoader<VersionRef, ReadFigure | null, string>

export interface FigureBounds {
  /** Figures read in one store call. */
  readonly atOnce: number
  /** How many characters of figures one request may hold: once they are met, no further group is read. */
  readonly characters: number
}

const bounds: FigureBounds = { atOnce: 10, characters: 64 * 1024 * 1024 }
/** For who asks without a valid key. */
const anonymousBounds: FigureBounds = { atOnce: 2, characters: 12 * 1024 * 1024 }

export const boundsFor = (isKnown: boolean): FigureBounds => (isKnown ? bounds : anonymousBounds)

/** Gives null for a version that is gone; rejects with `payload_too_large` beyond the bounds. */
export function figureLoader(read: ReadFigures, { atOnce, characters }: FigureBounds): FigureLoader {
  let left = characters
  let turn: Promise<unknown> = Promise.resolve()

  async function readGroup(refs: readonly VersionRef[]): Promise<(ReadFigure | null)[]> {
    if (left <= 0) {
      throw payloadTooLarge(
        `the figures asked for have more than ${characters} characters together; ask for fewer at a time`,
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
      // One group after the other, so that the bound is met before memory is.
      const group = turn.then(() => readGroup(refs))
      turn = group.catch(() => {})
      return group
    },
    { maxBatchSize: atOnce, cacheKeyFn: versionName },
  )
}
