/**
 * Figures that are not stored are passed through Redis by value: the figure before the job and the image after it, each in a
 * key that expires, in case a process dies in between.
 */

import type { Redis } from 'ioredis'
import type { RenderResult, UnstoredJob } from '../domain/image/ports.ts'
import { overloaded } from '../errors/errors.ts'
import type { QueueKeys } from './keys.ts'

/** The data of the job itself. */
export interface UnstoredJobData extends Omit<UnstoredJob, 'figure'> {
  readonly id: string
}

/** Longer than any caller waits. */
const figureSeconds = 60
/** Short, because the gateway is notified at once. */
const imageSeconds = 30

/** Stores the figures and images of such jobs. */
export interface UnstoredFiles {
  putFigure(id: string, figure: UnstoredJob['figure']): Promise<void>
  /** Rejects with `overloaded` if it has expired, since nobody waits for it any more. */
  takeFigure(id: string): Promise<UnstoredJob['figure']>
  putImage(id: string, result: RenderResult): Promise<void>
  hasImage(id: string): Promise<boolean>
  /** Rejects with `overloaded` if it has expired. */
  takeImage(job: UnstoredJobData): Promise<RenderResult>
  /** Deletes the figure and the image. */
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
