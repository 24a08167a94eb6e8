/** How many changes and deleted creates are remembered by their Idempotency-Keys, so that no writer fills the store with them. */

/** How many creates are remembered by their Idempotency-Keys after their graphs were deleted. Each takes about 200 bytes. */
export const removedClaimsKept = 100_000

/** Each takes as much. */
const remembered = 10_000
/** Older ones are removed so many versions at a time, because that is a query of its own. */
const step = 1_000

/** Up to which version the claims of a graph are to be removed after it went from one version to another; null if none are. */
export const forgottenClaims = (from: number, to: number): number | null =>
  to > remembered && Math.floor(to / step) > Math.floor(from / step) ? to - remembered : null
