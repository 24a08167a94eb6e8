/** The parts of the charting library that the renderer uses. A separate script loads it before this code. */

import type { JsonObject } from '../json.ts'

export interface PlotElement extends HTMLDivElement {
  readonly _fullLayout: FullLayout
  /** The traces with all defaults; `_length` exists for those made of points or lines. */
  readonly _fullData: readonly { readonly type: string; readonly _length?: number }[]
}

/** The layout with all defaults. */
export type FullLayout = JsonObject & {
  readonly width: number
  readonly height: number
  /** Whether the figure has a part of that kind, such as `gl3d`. */
  _has(kind: string): boolean
  /** The kinds of subplots that it has. */
  readonly _basePlotModules: readonly { readonly name: string; toSVG?(plot: Element): void }[]
  /** The names of its subplots by kind. */
  readonly _subplots?: { readonly gl3d?: string[]; readonly map?: string[] }
}

export interface PlotlyLibrary {
  newPlot(
    element: HTMLElement,
    figure: { data: unknown; layout: unknown; config: unknown },
  ): Promise<PlotElement>
  purge(element: HTMLElement): void
  Snapshot: {
    toSVG(element: HTMLElement, format: string, scale: number): string
    getRedrawFunc(element: HTMLElement): () => void
  }
}

/** What scripts of the page set on its window. */
export interface PageGlobals {
  readonly Plotly: PlotlyLibrary
  /**
   * Tells the renderer the JSON path of an SVG image: the one that is tried now, or any one that the figure has. The empty
   * text says that none is tried any more.
   */
  plotgateSvgImage(path: string): void
  readonly MathJax: { readonly startup: { readonly promise: Promise<void> } }
}

// The types of these libraries do not declare what they set on the window.
export const pageGlobals = globalThis as unknown as PageGlobals
