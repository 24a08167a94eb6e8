/** Brings maps and 3d scenes to rest, as they would come after a while: the library waits half a second. */

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

export const scenesOf = ({ _fullLayout: layout }: PlotElement): Scene[] =>
  (layout._subplots?.gl3d ?? []).map(name => (layout[name] as { _scene: Scene })._scene)

const mapsOf = ({ _fullLayout: layout }: PlotElement): LiveMap[] =>
  (layout._subplots?.map ?? []).map(name => (layout[name] as { _subplot: { map: LiveMap } })._subplot.map)

/** Resolves when nothing moves any more and every map has painted what it has. */
export async function settle(plot: PlotElement): Promise<void> {
  for (const { camera } of scenesOf(plot)) {
    // It looks where it was a moment ago, on its way from where it was before.
    camera.delay = 0
    camera.view.flush(Number.POSITIVE_INFINITY)
  }
  await Promise.all(mapsOf(plot).map(map => Promise.all([map.once('idle'), map.triggerRepaint()])))
}
