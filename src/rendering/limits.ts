/** How long renders may take and wait, and how many may be queued. Tests set smaller limits. */

export interface RendererLimits {
  /** The longest a render may take; then its page is ended. */
  readonly drawMs: number
  /** The longest that reading its figure may take of that. */
  readonly readMs: number
  /** The longest a render that somebody waits for may be on pages altogether, if it lost one or had to leave one. */
  readonly allPagesMs: number
  /**
   * The longest a render may wait for a page, all its waits together. One that would not get a page in time is refused
   * earlier.
   */
  readonly waitMs: number
  /**
   * A render that takes longer moves to the slow lane; one that nobody waits for may have to leave its page. A figure with
   * SVG images always leaves it, and its images are tried one by one when it is drawn again.
   */
  readonly slowMs: number
  /** The longest that the SVG images of a slow figure may take. */
  readonly svgImagesMs: number
  /** How many renders that somebody waits for may be queued, and how many of them for one flow. */
  readonly waitingPlaces: number
  readonly waitingPlacesPerFlow: number
  /** The same for renders in the background. */
  readonly backgroundPlaces: number
  readonly backgroundPlacesPerFlow: number
  /** A render is refused if its turn is expected to come later than this. */
  readonly longestWaitMs: number
  /** The same for an account that waits for its own renders only, or has few of them queued. */
  readonly longestOwnWaitMs: number
  /** The same in the slow lane. */
  readonly longestSlowWaitMs: number
  /** Figures drawn by one browser before it is replaced. */
  readonly perBrowser: number
  /** A page that was not used for this long gives memory back. */
  readonly idleMs: number
}

/**
 * A render is answered within 45 s at the latest: it waits 15, is on pages for 25, and the reason why it failed is found
 * in the rest.
 */
const defaultLimits: RendererLimits = {
  drawMs: 20_000,
  readMs: 10_000,
  allPagesMs: 25_000,
  waitMs: 15_000,
  slowMs: 3_000,
  svgImagesMs: 5_000,
  waitingPlaces: 1000,
  waitingPlacesPerFlow: 500,
  backgroundPlaces: 10_000,
  backgroundPlacesPerFlow: 2000,
  longestWaitMs: 5_000,
  longestOwnWaitMs: 10_000,
  longestSlowWaitMs: 12_000,
  perBrowser: 2000,
  idleMs: 300_000,
}

/**
 * All limits, with defaults. If renders may wait or draw longer than usual, what depends on it is longer by as much.
 */
export function limitsWith(given: Partial<RendererLimits> = {}): RendererLimits {
  const more = (name: 'waitMs' | 'drawMs') => Math.max(0, (given[name] ?? 0) - defaultLimits[name])
  const patience = more('waitMs')
  return {
    ...defaultLimits,
    allPagesMs: defaultLimits.allPagesMs + more('drawMs'),
    longestWaitMs: defaultLimits.longestWaitMs + patience,
    longestOwnWaitMs: defaultLimits.longestOwnWaitMs + patience,
    longestSlowWaitMs: defaultLimits.longestSlowWaitMs + patience,
    ...given,
  }
}
