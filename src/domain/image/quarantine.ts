/**
 * Figures that met the render deadline or cost a page its life are not tried again at every request: each such time
 * the figure rests longer. Remembered in the store, so that every process knows; per figure, whatever the size asked.
 */

import { type AppError, unavailable } from '../../errors/errors.ts'
import { fromWire } from '../../errors/wire.ts'
import type { Store } from '../ports.ts'

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
  check(figure: string): Promise<number>
  /** Lets the figure rest: a minute the first time, longer each time. The error as callers shall hear it. */
  strike(figure: string, error: AppError): Promise<AppError>
  /** The figure was drawn after all, or is another one now. */
  clear(figure: string): Promise<void>
}

const minute = 60_000
const restsMs = [minute, 5 * minute, 30 * minute, 120 * minute, 720 * minute]
const longestRestMs = 720 * minute
/** How long earlier failures count after a rest. */
const remembersMs = 24 * 60 * minute

const untilRetry = (until: number) => Math.max(1, Math.ceil((until - Date.now()) / 1000))

export function createQuarantine(store: Pick<Store, 'records'>): Quarantine {
  const records = store.records<QuarantineRecord>('quarantine')
  const toError = ({ code, message, until }: QuarantineRecord): AppError => {
    const retryAfter = untilRetry(until)
    return fromWire({ code, message, retryAfter }) ?? unavailable(message)
  }

  return {
    async check(figure) {
      const record = await records.get(figure)
      const left = (record?.until ?? 0) - Date.now()
      // A rest that is longer than any was begun on a clock that has been set back since: it is over.
      if (record && left > 0 && left <= longestRestMs) throw toError(record)
      return record?.strikes ?? 0
    },

    async strike(figure, { code, message }) {
      const known = await records.get(figure)
      const strikes = (known?.strikes ?? 0) + 1
      const until = Date.now() + restsMs[Math.min(strikes, restsMs.length) - 1]!
      const record: QuarantineRecord = { strikes, until, code, message }
      const expiresAt = new Date(until + remembersMs)
      const added = known === null && (await records.insert(figure, record, { expiresAt }))
      // Another size of it, or another process, may have been faster.
      if (!added) {
        await records.update(figure, record)
        await records.expire(figure, expiresAt)
      }
      return toError(record)
    },

    async clear(figure) {
      await records.delete(figure)
    },
  }
}
