/** Searches for the part on which a figure fails, in a render page, for a limited time. */

import { prepareFigure } from '../figure/prepare.ts'
import { type Draws, findCulprit, OutOfTime } from './bisect.ts'
import { drawPrepared, partsOf } from './draw.ts'
import { LibraryMissing } from './libraries.ts'
import type { PlotCanvas } from './plot-canvas.ts'
import type { FoundCulprit, PageRequest } from './protocol.ts'
import { emptySvgImages } from './svg-trial.ts'

/** In milliseconds. An attempt that has begun is finished. */
const patience = 8_000

/** Null if nothing was found in time. */
export async function culpritOf(canvas: PlotCanvas, request: PageRequest): Promise<FoundCulprit | null> {
  const until = performance.now() + patience
  const whole = partsOf(request)
  // The library never reads them, and they may take minutes.
  emptySvgImages(whole.layout)
  // A figure without traces shows its first frame.
  const [frame] = whole.data.length === 0 ? whole.frames : []
  const data = frame && Array.isArray(frame.data) ? (frame.data as typeof whole.data) : whole.data
  const asSvg: PageRequest = { ...request, formats: ['svg'], scale: 1 }

  const draws: Draws = async parts => {
    if (performance.now() > until) throw new OutOfTime()
    const prepare = () =>
      prepareFigure(structuredClone({ ...parts, frames: [] }), { ...request, offline: true })
    try {
      await drawPrepared(canvas, prepare, asSvg)
      return true
    } catch (error) {
      if (error instanceof LibraryMissing) throw error
      return false
    }
  }

  const found = await findCulprit({ data, layout: whole.layout }, draws)
  if (found === null) return null
  const { path, trace } = found
  return {
    path: frame && path[0] === 'data' ? ['frames', 0, ...path] : path,
    trace: trace === null ? null : { ...named(data[trace]), index: trace },
  }
}

function named({ type, name }: { type?: unknown; name?: unknown } = {}): {
  type: string
  name: string | null
} {
  return {
    type: typeof type === 'string' ? type : 'scatter',
    name: typeof name === 'string' || typeof name === 'number' ? String(name) : null,
  }
}
