/** Reports figures that were not drawn in time, with the part that most likely takes the time. */

import { withTimeout } from '../async/with-timeout.ts'
import type { BodyReaders } from '../domain/figure/body-readers.ts'
import { type SlowPart, slowPartRequest } from '../domain/figure/check/slow-part.ts'
import type { Figure } from '../domain/figure/text.ts'
import { type AppError, renderTimeout } from '../errors/errors.ts'

export type SlowPartOf = BodyReaders['slowPartOf']

/** In milliseconds. The figure is then reported without a part. */
const patience = 5_000

/** The error for a render that has taken `maxMs`. `figure` is null if it had not been read by then. Never rejects. */
export async function explainRenderTimeout(
  figure: Figure | null,
  maxMs: number,
  slowPartOf: SlowPartOf,
): Promise<AppError> {
  const late = `not drawn within ${Math.round(maxMs / 1000)} s`
  const part = figure && (await partOf(figure, slowPartOf).catch(() => null))
  return renderTimeout(part ? wordsOf(part, late) : `the figure was ${late}`)
}

const partOf = async (figure: Figure, slowPartOf: SlowPartOf): Promise<SlowPart> =>
  withTimeout(
    Promise.resolve(slowPartOf(...slowPartRequest(figure))),
    patience,
    () => new Error('the part was not found in time'),
  )

const wordsOf = ({ place, estimate }: SlowPart, late: string): string =>
  estimate
    ? `${place}: the figure was ${late}: ${estimate}`
    : `${place}: the figure was ${late}, and this is most of it; send less of it, or leave it out`
