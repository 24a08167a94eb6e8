/** The parts of the charting library that the page uses. Its script runs before the page's. */

import type { prepareFigure } from '../figure/prepare.ts'
import type { JsonObject } from '../json.ts'
import type { openTable } from './table.ts'

/** A point by its index, or a cell of a matrix by the values of its axes. */
export type HoverPoint = { readonly curveNumber: number } & (
  | { readonly pointNumber: number }
  | { readonly xval: number; readonly yval: number }
)

export interface PlotlyLibrary {
  newPlot(element: HTMLElement, figure: JsonObject): Promise<unknown>
  react(element: HTMLElement, figure: JsonObject): Promise<unknown>
  animate(element: HTMLElement, ...args: readonly unknown[]): Promise<unknown>
  restyle(element: HTMLElement, ...args: readonly unknown[]): Promise<unknown>
  relayout(element: HTMLElement, ...args: readonly unknown[]): Promise<unknown>
  update(element: HTMLElement, ...args: readonly unknown[]): Promise<unknown>
  purge(element: HTMLElement): void
  readonly Fx: {
    hover(element: HTMLElement, points: readonly HoverPoint[]): void
    unhover(element: HTMLElement): void
  }
}

/** What scripts of the page set on its window. */
export interface PageGlobals {
  /** Absent if it could not be loaded. */
  readonly Plotly?: PlotlyLibrary
  /** Set by a script in the library's file. */
  readonly prepareFigure: typeof prepareFigure
  readonly MathJax?: { readonly startup: { readonly promise: Promise<void> } }
  /** The data table, once its script is loaded. */
  readonly openTable?: typeof openTable
  /** Base maps, which the library reads. */
  PlotlyGeoAssets?: { readonly topojson: JsonObject }
  Worker: typeof Worker
}

// The types of these libraries do not declare what they set on the window.
export const pageGlobals = globalThis as unknown as PageGlobals
