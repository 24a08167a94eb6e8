/** The time that one render takes of its account's quota. */

import type { AccountId } from '../../ids.ts'
import type { RenderTime } from '../../quota/render-time.ts'
import type { RenderWriter } from './render-writes.ts'

export interface RenderMeter {
  readonly hasStarted: boolean
  /** Rejects with `quota_exceeded` if the account has used up its time for today. */
  require(): Promise<void>
  /** Time counts from now on. */
  start(): void
  /** Writes what the render took, if it was started. */
  charge(): void
}

/** `renderTime` is null where accounts may render for as long as they like. */
export function createRenderMeter(
  renderTime: RenderTime | null,
  accountId: AccountId,
  writer: RenderWriter,
): RenderMeter {
  let startedAt: number | null = null
  return {
    get hasStarted() {
      return startedAt !== null
    },
    async require() {
      await renderTime?.require(accountId)
    },
    start() {
      startedAt = performance.now()
    },
    charge() {
      if (renderTime === null || startedAt === null) return
      const ms = performance.now() - startedAt
      writer.write(() => renderTime.charge(accountId, ms))
    },
  }
}
