/** Bounds the time of the SVG images of one figure, which a page reports before it draws them. */

import { startDeadline } from '../async/deadline.ts'
import { type AppError, renderTimeout } from '../errors/errors.ts'

export interface SvgImageWatch {
  /** Whether the figure has any. */
  readonly found: boolean
  /** To be called with the JSON path of the image that is tried now; null if none is any more. */
  onSvgImage(path: string | null): void
  stop(): void
}

/** `onLate` is called if the images that are tried take longer than `maxMs` together. */
export function createSvgImageWatch(
  { tries, maxMs }: { readonly tries: boolean; readonly maxMs: number },
  onLate: (error: AppError) => void,
): SvgImageWatch {
  let first: string | null = null
  let current: string | null = null
  let stopDeadline: (() => void) | null = null

  function stop(): void {
    stopDeadline?.()
    stopDeadline = null
  }

  function late(): void {
    const others = current === first ? '' : ', together with those before it'
    const said = `the SVG image was not drawn within ${maxMs / 1000} s${others}`
    onLate(
      renderTimeout(
        `${current}: ${said}; draw it with fewer elements, filters and masks, or send it as a PNG`,
      ),
    )
  }

  return {
    get found() {
      return current !== null
    },
    onSvgImage(path) {
      if (path === null) return stop()
      first ??= path
      current = path
      if (tries) stopDeadline ??= startDeadline(maxMs, late)
    },
    stop,
  }
}
