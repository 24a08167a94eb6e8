/**
 * Over HTTP/1.1 a browser opens six connections to a server, for all frames of a page together: were each of many
 * embeds to hold one for its stream, the next could not even be loaded.
 */

/** How many frames of a page may hold a stream. */
const mostStreams = 3

export function mayStream(): boolean {
  const [loaded] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (window.parent === window || /^h[23]/.test(loaded?.nextHopProtocol ?? '')) return true
  // Frames of other origins do not know each other, but each finds its place among them.
  const { parent } = window
  for (let i = 0; i < Math.min(parent.length, mostStreams); i++) if (parent[i] === window) return true
  return false
}
