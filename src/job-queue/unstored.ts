/**
 * Figures that are stored nowhere travel through Redis by value: the figure before the job, the image after it, each
 * under a key of its own that expires by itself when a process dies in between.
 */

import type { Redis } from 'ioredis'
import type { RenderResult, UnstoredJob } from '../domain/ports.ts'
import { overloaded } from '../errors/errors.ts'

/** What the job itself carries. */
export interface UnstoredJobData extends Omit<UnstoredJob, 'figure'> {
  readonly id: string
}

/** Longer than anybody waits for a place and a render together. */
const figureSeconds = 60
/** The gateway hears of the end at once. */
const imageSeconds = 30

const figureKey = (id: string) => `plotgate:unstored:${id}:figure`
const imageKey = (id: string) => `plotgate:unstored:${id}:image`

export async function putFigure(redis: Redis, id: string, { data, layout, frames }: UnstoredJob['figure']) {
  await redis
    .multi()
    .hset(figureKey(id), { data, layout, ...(frames !== null && { frames }) })
    .expire(figureKey(id), figureSeconds)
    .exec()
}

/** Rejects with `overloaded` where it has expired: nobody waits for it any more. */
export async function takeFigure(redis: Redis, id: string): Promise<UnstoredJob['figure']> {
  const { data, layout, frames } = await redis.hgetallBuffer(figureKey(id))
  if (!data || !layout) throw overloaded('the figure waited too long for a worker')
  return { data, layout, frames: frames ?? null }
}

export async function putImage(redis: Redis, id: string, { images, omitted }: RenderResult): Promise<void> {
  const [[, image] = []] = images
  await redis
    .multi()
    .hset(imageKey(id), { image: Buffer.from(image!), omitted: JSON.stringify(omitted) })
    .expire(imageKey(id), imageSeconds)
    .exec()
}

/** Rejects with `overloaded` where it has expired. */
export async function takeImage(redis: Redis, { id, format }: UnstoredJobData): Promise<RenderResult> {
  const { image, omitted } = await redis.hgetallBuffer(imageKey(id))
  if (!image || !omitted) throw overloaded('the image was not fetched in time')
  return { images: new Map([[format, image]]), omitted: JSON.parse(String(omitted)) }
}

/** Leaves nothing behind, however the render ended. */
export async function dropUnstored(redis: Redis, id: string): Promise<void> {
  await redis.unlink(figureKey(id), imageKey(id))
}
