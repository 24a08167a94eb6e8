/**
 * Over HTTP/1.1 a browser opens six connections to a server, for all frames of a page together. If each of many embeds
 * used one for its event stream, the next embed could not even be loaded.
 */

/** How many frames of a page may have an event stream. */
const maxStreams = 3

export function mayStream(): boolean {
  const [loaded] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (window.parent === window || /^h[23]/.test(loaded?.nextHopProtocol ?? '')) return true
  // Frames of other origins cannot see each other, but each can find its index among them.
  const { parent } = window
  for (let i = 0; i < Math.min(parent.length, maxStreams); i++) if (parent[i] === window) return true
  return false
}
