/** Brings maps, 3d scenes and parallel coordinates to rest, as they would come after a while. */

import type { PlotElement } from './plotly.ts'

/** A 3d scene of the library, as far as it is used here. */
interface Scene {
  camera: {
    /** How many milliseconds the image follows behind. */
    delay: number
    /** Forgets the ways it went before that time. */
    view: { flush(before: number): void }
  }
}

/** A map of maplibre, as far as it is used here. */
interface LiveMap {
  /** Resolves with the event; 'idle' comes after a frame that left nothing to do. */
  once(event: 'idle'): Promise<unknown>
  triggerRepaint(): void
}

/** The library draws parallel coordinates in blocks of so many lines, one a frame. */
const blockLines = 5000

export const scenesOf = ({ _fullLayout: layout }: PlotElement): Scene[] =>
  (layout._subplots?.gl3d ?? []).map(name => (layout[name] as { _scene: Scene })._scene)

const mapsOf = ({ _fullLayout: layout }: PlotElement): LiveMap[] =>
  (layout._subplots?.map ?? []).map(name => (layout[name] as { _subplot: { map: LiveMap } })._subplot.map)

/** How many frames it takes until the last line of parallel coordinates is drawn. */
function framesOfLines({ _fullData: traces }: PlotElement): number {
  const lines = traces.filter(({ type }) => type === 'parcoords').map(({ _length }) => _length ?? 0)
  return Math.ceil(Math.max(0, ...lines) / blockLines)
}

/** Resolves when nothing moves any more, every line is drawn and every map has painted what it has. */
export async function settle(plot: PlotElement): Promise<void> {
  for (const { camera } of scenesOf(plot)) {
    // It looks where it was a moment ago, on its way from where it was before.
    camera.delay = 0
    camera.view.flush(Number.POSITIVE_INFINITY)
  }
  // The first block is drawn at once; the library asked for each next frame before it is asked for here.
  for (let frame = framesOfLines(plot); frame > 1; frame--) await new Promise(requestAnimationFrame)
  await Promise.all(mapsOf(plot).map(map => Promise.all([map.once('idle'), map.triggerRepaint()])))
}
