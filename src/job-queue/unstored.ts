/**
 * Figures that are stored nowhere travel through Redis by value: the figure before the job, the image after it, each
 * under a key of its own that expires by itself when a process dies in between.
 */

import type { Redis } from 'ioredis'
import type { RenderResult, UnstoredJob } from '../domain/image/ports.ts'
import { overloaded } from '../errors/errors.ts'
import type { QueueKeys } from './keys.ts'

/** What the job itself carries. */
export interface UnstoredJobData extends Omit<UnstoredJob, 'figure'> {
  readonly id: string
}

/** Longer than anybody waits for a place and a render together. */
const figureSeconds = 60
/** The gateway hears of the end at once. */
const imageSeconds = 30

/** Where the figures and images of this queue lie. */
export interface UnstoredFiles {
  putFigure(id: string, figure: UnstoredJob['figure']): Promise<void>
  /** Rejects with `overloaded` where it has expired: nobody waits for it any more. */
  takeFigure(id: string): Promise<UnstoredJob['figure']>
  putImage(id: string, result: RenderResult): Promise<void>
  hasImage(id: string): Promise<boolean>
  /** Rejects with `overloaded` where it has expired. */
  takeImage(job: UnstoredJobData): Promise<RenderResult>
  /** Leaves nothing behind, however the render ended. */
  drop(id: string): Promise<void>
}

export function createUnstoredFiles(redis: Redis, keys: QueueKeys): UnstoredFiles {
  const { figure: figureKey, image: imageKey } = keys.unstored
  return {
    async putFigure(id, { data, layout, frames }) {
      await redis
        .multi()
        .hset(figureKey(id), { data, layout, ...(frames !== null && { frames }) })
        .expire(figureKey(id), figureSeconds)
        .exec()
    },

    async takeFigure(id) {
      const { data, layout, frames } = await redis.hgetallBuffer(figureKey(id))
      if (!data || !layout) throw overloaded('the figure waited too long for a worker')
      return { data, layout, frames: frames ?? null }
    },

    async putImage(id, { images, omitted }) {
      const [[, image] = []] = images
      await redis
        .multi()
        .hset(imageKey(id), { image: Buffer.from(image!), omitted: JSON.stringify(omitted) })
        .expire(imageKey(id), imageSeconds)
        .exec()
    },

    hasImage: async id => (await redis.exists(imageKey(id))) === 1,

    async takeImage({ id, format }) {
      const { image, omitted } = await redis.hgetallBuffer(imageKey(id))
      if (!image || !omitted) throw overloaded('the image was not fetched in time')
      return { images: new Map([[format, image]]), omitted: JSON.parse(String(omitted)) }
    },

    async drop(id) {
      await redis.unlink(figureKey(id), imageKey(id))
    },
  }
}
