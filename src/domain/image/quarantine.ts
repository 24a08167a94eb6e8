/**
 * Renders that timed out, crashed the browser or made an svg that is too large are remembered, so that repeated
 * requests do not trigger them again. Each failure of a figure lengthens its quarantine. Kept in the store, so that all
 * processes know. A quarantine holds for the requested size and larger ones only: anybody may request a size that is
 * too large for a figure, and that must not block its ordinary image.
 */

import { type AppError, unavailable } from '../../errors/errors.ts'
import { fromWire } from '../../errors/wire.ts'
import { defaultSize } from '../../plotly/default-size.ts'
import type { Store } from '../ports.ts'
import { upsert } from '../records.ts'
import { formats, type ImageFormat } from './formats.ts'
import type { ImageLook } from './look.ts'

/** How the last attempt failed, and how long the quarantine lasts. */
interface QuarantineRecord {
  readonly strikes: number
  /** Milliseconds since 1970. */
  readonly until: number
  readonly code: string
  readonly message: string
}

/** Figures are identified by `versionName`. */
export interface Quarantine {
  /**
   * How often the figure has failed in one of these formats. During the quarantine, rejects with the last error and a
   * `Retry-After`.
   */
  check(figure: string, look: ImageLook, formats?: readonly ImageFormat[]): Promise<number>
  /** Starts a quarantine: a minute the first time, longer each time. Returns the error for the caller. */
  strike(figure: string, look: ImageLook, error: AppError): Promise<AppError>
  /** Ends the quarantine, because the figure was rendered after all or was replaced. */
  clear(figure: string, look: ImageLook): Promise<void>
}

const minute = 60_000
const restsMs = [minute, 5 * minute, 30 * minute, 120 * minute, 720 * minute]
const longestRestMs = Math.max(...restsMs)
/** How long failures are remembered after a quarantine. */
const remembersMs = 24 * 60 * minute

/** Sizes are grouped by these multiples of the default size, so that nobody can try many sizes one after another. */
const steps = [4, 16, 64]

/** The records that apply to a look: that of its own group, which is last, and those of all smaller groups. */
function namesFor(figure: string, { width, height, scale }: ImageLook): readonly string[] {
  const pixels = (width ?? defaultSize.width) * (height ?? defaultSize.height) * scale ** 2
  const times = pixels / (defaultSize.width * defaultSize.height)
  return [figure, ...steps.filter(step => times > step).map(step => `${figure} x${step}`)]
}

/** The record of an svg that is too large, from which a pdf is printed. Other formats are made without it. */
const svgOf = (figure: string) => `${figure} svg`
const needsSvg = (wanted: readonly ImageFormat[]) =>
  wanted.length > 0 && wanted.every(format => formats[format].kind !== 'raster')

const untilRetry = (until: number) => Math.max(1, Math.ceil((until - Date.now()) / 1000))

export function createQuarantine(store: Pick<Store, 'records'>): Quarantine {
  const records = store.records<QuarantineRecord>('quarantine')
  const toError = ({ code, message, until }: QuarantineRecord): AppError => {
    const retryAfter = untilRetry(until)
    return fromWire({ code, message, retryAfter }) ?? unavailable(message)
  }

  return {
    async check(figure, look, wanted = []) {
      let strikes = 0
      for (const name of [...namesFor(figure, look), ...(needsSvg(wanted) ? [svgOf(figure)] : [])]) {
        const record = await records.get(name)
        const left = (record?.until ?? 0) - Date.now()
        // If more time is left than the longest quarantine, the clock was set back meanwhile: the quarantine is over.
        if (record && left > 0 && left <= longestRestMs) throw toError(record)
        strikes += record?.strikes ?? 0
      }
      return strikes
    },

    async strike(figure, look, { code, message }) {
      const name = code === 'payload_too_large' ? svgOf(figure) : namesFor(figure, look).at(-1)!
      const strikes = ((await records.get(name))?.strikes ?? 0) + 1
      const until = Date.now() + restsMs[Math.min(strikes, restsMs.length) - 1]!
      const record: QuarantineRecord = { strikes, until, code, message }
      // In place of the record of an earlier failure, of another size of the group or of another process.
      await upsert(records, name, record, new Date(until + remembersMs))
      return toError(record)
    },

    async clear(figure, look) {
      for (const name of namesFor(figure, look)) await records.delete(name)
    },
  }
}
