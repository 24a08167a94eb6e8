/** What the renderer's Node side and the code in its pages say to each other. */

import type { PrepareOptions } from '../figure/prepare.ts'
import type { RasterFormat } from './encode/encode.ts'

/** Encoded in the page, but for the svg as it is, and the svg that the browser then prints as a pdf. */
export type PageFormat = RasterFormat | 'svg' | 'pdf'

/** What the page is asked for. Texts are JSON, as they were stored. */
export interface PageRequest extends Omit<PrepareOptions, 'offline' | 'space'> {
  readonly data: string
  readonly layout: string
  readonly frames: string | null
  /** Device pixels per CSS pixel. */
  readonly scale: number
  readonly formats: readonly PageFormat[]
}

export interface DrawnImages {
  /** svg (and what becomes a pdf) as text, the others as base64. */
  readonly images: Readonly<Partial<Record<PageFormat, string>>>
  readonly omitted: readonly string[]
  /** In CSS pixels, as drawn. */
  readonly width: number
  readonly height: number
  /** How long the encoding took. */
  readonly encodeMs: number
  /** Bytes of its images, heat maps and WebGL, about: the browser keeps them decoded. */
  readonly decoded: number
  /** Whether TeX was set: its macros and counters stay in the page. */
  readonly tex: boolean
}

export interface DrawnPage extends DrawnImages {
  /** Why the next figure must not be drawn on this page before it is reloaded; null when it may. */
  readonly needsReload: string | null
  /** The image itself may be wrong and must be drawn again on a page as new. */
  readonly mustRedraw: boolean
}

/** What a page says on which something was changed that only its own code may: nothing it drew counts. */
export interface ForeignPage {
  readonly notOurs: string
}

export type PageAnswer = DrawnPage | ForeignPage

/** What a figure fails on. */
export interface FoundCulprit {
  /** From `data`, `layout` or `frames` on. */
  readonly path: readonly (string | number)[]
  /** The trace in which, or with which, the figure fails; null where the layout alone does. */
  readonly trace: { readonly index: number; readonly type: string; readonly name: string | null } | null
}

/** `window.plotgate` of the render page. */
export interface RenderPage {
  /** Rejects with the charting library's own error when it refuses the figure. */
  draw(request: PageRequest): Promise<PageAnswer>
  /** Of a figure that the library refuses: what it fails on, found by leaving out; null when that was not found. */
  culprit(request: PageRequest): Promise<FoundCulprit | null>
  /** Null while the page is as it was opened; else what was changed. */
  check(): string | null
  /** Puts the text of an svg file that was drawn here on the page, alone, to be printed. */
  showSvg(svg: string): void
  hideSvg(): void
  /** Gives back what only a next figure would use, and can have anew. */
  releaseMemory(): void
}
