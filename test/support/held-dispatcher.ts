/** A dispatcher whose renders end when the test says so. */

import type { Artifact } from '../../src/domain/graph/graph.ts'
import type { ImageFormat } from '../../src/domain/image/formats.ts'
import type { RenderDispatcher, RenderJob, RenderPriority } from '../../src/domain/image/ports.ts'
import { cancelled } from '../../src/errors/errors.ts'

export interface Asked {
  readonly job: RenderJob
  readonly priority: RenderPriority
  /** What somebody waits for; null while nobody does. */
  wanted: readonly ImageFormat[] | null
  /** From when on its formats stand. */
  begun: boolean
  cancelled: boolean
  /** What a shared queue says later of a cancelled render. */
  dropped?: Promise<boolean>
  finish(text: string): void
  fail(error: unknown): void
}

export function createHeldDispatcher(): RenderDispatcher & { asked: Asked[] } {
  const asked: Asked[] = []
  return {
    asked,
    submit(job, priority) {
      const { promise, resolve, reject } = Promise.withResolvers<ReadonlyMap<ImageFormat, Artifact>>()
      const formats = () => one.wanted ?? job.formats
      const one: Asked = {
        job,
        priority,
        wanted: null,
        begun: false,
        cancelled: false,
        finish: text =>
          resolve(
            new Map(
              formats().map(format => [
                format,
                { bytes: Buffer.from(`${format} ${text}`), etag: '"e"', createdAt: new Date() },
              ]),
            ),
          ),
        fail: reject,
      }
      asked.push(one)
      return {
        result: promise,
        promote(wanted) {
          if (!one.begun) one.wanted = wanted
          return formats()
        },
        cancel() {
          if (one.begun) return false
          one.cancelled = true
          reject(cancelled())
          return one.dropped ?? true
        },
      }
    },
    canary: async () => {},
    close: async () => {},
  }
}
