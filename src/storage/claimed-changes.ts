/** How many changes of one graph are remembered by their Idempotency-Keys, so that no writer fills the store with them. */

/** Each takes about 200 bytes. */
const remembered = 10_000
/** Older ones are removed so many versions at a time, because that is a query of its own. */
const step = 1_000

/** Up to which version the claims of a graph are to be removed after it went from one version to another; null if none are. */
export const forgottenClaims = (from: number, to: number): number | null =>
  to > remembered && Math.floor(to / step) > Math.floor(from / step) ? to - remembered : null
