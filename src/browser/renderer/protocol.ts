/** The messages between the renderer's Node side and the code in its pages. */

import type { PrepareOptions } from '../figure/prepare.ts'
import type { RasterFormat } from './encode/encode.ts'

/** Encoded in the page, except svg, which is returned as it is, and pdf, which the browser prints from the svg. */
export type PageFormat = RasterFormat | 'svg' | 'pdf'

/** A request to the page. Texts are JSON, as they were stored. */
export interface PageRequest extends Omit<PrepareOptions, 'offline' | 'space'> {
  readonly data: string
  readonly layout: string
  readonly frames: string | null
  /** Device pixels per CSS pixel. */
  readonly scale: number
  readonly formats: readonly PageFormat[]
  /** Whether SVG images are drawn one by one first, each reported before. */
  readonly triesSvgImages: boolean
}

export interface DrawnImages {
  /** svg (also for a pdf) as text, the others as base64. Without an svg that would be too long. */
  readonly images: Readonly<Partial<Record<PageFormat, string>>>
  readonly omitted: readonly string[]
  /** In CSS pixels, as drawn. */
  readonly width: number
  readonly height: number
  /** How long encoding took, in milliseconds. */
  readonly encodeMs: number
  /** The approximate size in bytes of its images, heat maps and WebGL, which the browser keeps decoded. */
  readonly decoded: number
  /** Whether a part of it was drawn by WebGL. */
  readonly usedWebgl: boolean
  /** Whether a WebGL context was lost meanwhile, and with it what was drawn there. */
  readonly contextLost: boolean
  /** Whether TeX was typeset, whose macros and counters stay in the page. */
  readonly tex: boolean
}

export interface DrawnPage extends DrawnImages {
  /** Why this page must be reloaded before the next figure; null if it need not be. */
  readonly needsReload: string | null
  /** The image itself may be wrong and has to be drawn again on a page that is as new. */
  readonly mustRedraw: boolean
}

/** The answer of a page in which something was changed that only its own code may change. Nothing it drew counts. */
export interface ForeignPage {
  readonly notOurs: string
}

export type PageAnswer = DrawnPage | ForeignPage

/** The part on which a figure fails. */
export interface FoundCulprit {
  /** Begins with `data`, `layout` or `frames`. */
  readonly path: readonly (string | number)[]
  /** The trace in which, or with which, the figure fails; null if the layout fails alone. */
  readonly trace: { readonly index: number; readonly type: string; readonly name: string | null } | null
}

/** `window.plotgate` of the render page. */
export interface RenderPage {
  /** Rejects with the charting library's own error if it refuses the figure. */
  draw(request: PageRequest): Promise<PageAnswer>
  /**
   * For a figure that the library refuses: the part on which it fails, found by leaving out parts; null if not found.
   */
  culprit(request: PageRequest): Promise<FoundCulprit | null>
  /** Null while the page is as it was opened, else what was changed. */
  check(): string | null
  /** Shows an svg file that was drawn here, alone on the page, to be printed. */
  showSvg(svg: string): void
  hideSvg(): void
  /** Releases memory that the next figure would reuse, but can also allocate again. */
  releaseMemory(): void
}
