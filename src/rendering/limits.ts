/** The times and places of the render pool; tests set smaller ones. */

export interface RendererLimits {
  /** To render: beyond it the page is ended. */
  readonly drawMs: number
  /** To wait for a page, all times together; who cannot come in time is refused earlier. */
  readonly waitMs: number
  /** A render that takes longer moves to the slow lane; one that nobody waits for may have to leave its page. */
  readonly slowMs: number
  readonly waitingPlaces: number
  readonly waitingPlacesPerPayer: number
  readonly backgroundPlaces: number
  readonly backgroundPlacesPerPayer: number
  /**
   * A render is refused when its turn would come later than this; where its account waits for nobody but itself, or
   * for few renders, than the second; in the slow lane, than the third.
   */
  readonly longestWaitMs: number
  readonly longestOwnWaitMs: number
  readonly longestSlowWaitMs: number
  /** Figures drawn by one browser before it is replaced. */
  readonly perBrowser: number
  /** A page gives its memory back when nothing was asked of it for so long. */
  readonly idleMs: number
}

/** A render is answered within 40 s at the latest: it waits 15, may leave a page after 3, and draws 20. */
const defaultLimits: RendererLimits = {
  drawMs: 20_000,
  waitMs: 15_000,
  slowMs: 3_000,
  waitingPlaces: 1000,
  waitingPlacesPerPayer: 500,
  backgroundPlaces: 10_000,
  backgroundPlacesPerPayer: 2000,
  longestWaitMs: 5_000,
  longestOwnWaitMs: 10_000,
  longestSlowWaitMs: 12_000,
  perBrowser: 2000,
  idleMs: 300_000,
}

/** All limits; where renders may wait longer than usual, they are not refused for coming late either. */
export function limitsWith(given: Partial<RendererLimits> = {}): RendererLimits {
  const patience = Math.max(0, (given.waitMs ?? 0) - defaultLimits.waitMs)
  return {
    ...defaultLimits,
    longestWaitMs: defaultLimits.longestWaitMs + patience,
    longestOwnWaitMs: defaultLimits.longestOwnWaitMs + patience,
    longestSlowWaitMs: defaultLimits.longestSlowWaitMs + patience,
    ...given,
  }
}
