/**
 * Figures that met the render deadline or cost a page its life are not tried again at every request: each such time
 * the figure rests longer. Remembered in the store, so that every process knows; for the size that was asked and all
 * that are larger, whatever else was asked: of a figure that can be drawn, anybody may ask for one that cannot.
 */

import { type AppError, unavailable } from '../../errors/errors.ts'
import { fromWire } from '../../errors/wire.ts'
import type { Store } from '../ports.ts'
import { defaultSize, type ImageLook } from './look.ts'

/** How the last try ended, and until when nobody shall try again. */
interface QuarantineRecord {
  readonly strikes: number
  /** Milliseconds since 1970. */
  readonly until: number
  readonly code: string
  readonly message: string
}

/** A figure goes by its version's name. */
export interface Quarantine {
  /** How often the figure failed so; rejects as the last try did, with `Retry-After`, while it rests. */
  check(figure: string, look: ImageLook): Promise<number>
  /** Lets the figure rest: a minute the first time, longer each time. The error as callers shall hear it. */
  strike(figure: string, look: ImageLook, error: AppError): Promise<AppError>
  /** The figure was drawn after all, or is another one now. */
  clear(figure: string, look: ImageLook): Promise<void>
}

const minute = 60_000
const restsMs = [minute, 5 * minute, 30 * minute, 120 * minute, 720 * minute]
const longestRestMs = 720 * minute
/** How long earlier failures count after a rest. */
const remembersMs = 24 * 60 * minute

/** Sizes count in few steps, as multiples of the default one: between two of them nobody tries one after another. */
const steps = [4, 16, 64]

/** The records that hold for a look, its own last: each is of a step, and holds for what is larger. */
function namesFor(figure: string, { width, height, scale }: ImageLook): readonly string[] {
  const pixels = (width ?? defaultSize.width) * (height ?? defaultSize.height) * scale ** 2
  const times = pixels / (defaultSize.width * defaultSize.height)
  return [figure, ...steps.filter(step => times > step).map(step => `${figure} x${step}`)]
}

const untilRetry = (until: number) => Math.max(1, Math.ceil((until - Date.now()) / 1000))

export function createQuarantine(store: Pick<Store, 'records'>): Quarantine {
  const records = store.records<QuarantineRecord>('quarantine')
  const toError = ({ code, message, until }: QuarantineRecord): AppError => {
    const retryAfter = untilRetry(until)
    return fromWire({ code, message, retryAfter }) ?? unavailable(message)
  }

  return {
    async check(figure, look) {
      let strikes = 0
      for (const name of namesFor(figure, look)) {
        const record = await records.get(name)
        const left = (record?.until ?? 0) - Date.now()
        // A rest that is longer than any was begun on a clock that has been set back since: it is over.
        if (record && left > 0 && left <= longestRestMs) throw toError(record)
        strikes += record?.strikes ?? 0
      }
      return strikes
    },

    async strike(figure, look, { code, message }) {
      const name = namesFor(figure, look).at(-1)!
      const known = await records.get(name)
      const strikes = (known?.strikes ?? 0) + 1
      const until = Date.now() + restsMs[Math.min(strikes, restsMs.length) - 1]!
      const record: QuarantineRecord = { strikes, until, code, message }
      const expiresAt = new Date(until + remembersMs)
      const added = known === null && (await records.insert(name, record, { expiresAt }))
      // Another size of it, or another process, may have been faster.
      if (!added) {
        await records.update(name, record)
        await records.expire(name, expiresAt)
      }
      return toError(record)
    },

    async clear(figure, look) {
      for (const name of namesFor(figure, look)) await records.delete(name)
    },
  }
}
