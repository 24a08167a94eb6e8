/** Waits until maps, 3d scenes and parallel coordinates are complete and do not move any more. */

import type { PlotElement } from './plotly.ts'

/** A 3d scene of the library, as far as it is used here. */
export interface Scene {
  readonly container: HTMLElement
  /** Missing if there is no WebGL. */
  readonly glplot?: { readonly gl: WebGLRenderingContext; redraw(): void }
  /** The address of its image. */
  toImage(format: string): string
  camera: {
    /** How far the image lags behind the camera, in milliseconds. */
    delay: number
    /** Drops the camera's movements before that time. */
    view: { flush(before: number): void }
  }
}

/** A map of maplibre, as far as it is used here. */
interface LiveMap {
  /** Resolves with the event; 'idle' follows a frame after which nothing is left to do. */
  once(event: 'idle'): Promise<unknown>
  triggerRepaint(): void
}

/** The library draws parallel coordinates in blocks of this many lines, one per frame. */
const blockLines = 5000

export const scenesOf = ({ _fullLayout: layout }: PlotElement): Scene[] =>
  (layout._subplots?.gl3d ?? []).map(name => (layout[name] as { _scene: Scene })._scene)

const mapsOf = ({ _fullLayout: layout }: PlotElement): LiveMap[] =>
  (layout._subplots?.map ?? []).map(name => (layout[name] as { _subplot: { map: LiveMap } })._subplot.map)

/** The number of frames until the last line of parallel coordinates is drawn. */
function framesOfLines({ _fullData: traces }: PlotElement): number {
  const lines = traces.filter(({ type }) => type === 'parcoords').map(({ _length }) => _length ?? 0)
  return Math.ceil(Math.max(0, ...lines) / blockLines)
}

/** Resolves when nothing moves any more, every line is drawn and every map has painted what it has. */
export async function settle(plot: PlotElement): Promise<void> {
  for (const { camera } of scenesOf(plot)) {
    // Otherwise the camera would still be on its way from its earlier position.
    camera.delay = 0
    camera.view.flush(Number.POSITIVE_INFINITY)
  }
  // The first block is drawn at once; the library requested each further frame before it is requested here.
  for (let frame = framesOfLines(plot); frame > 1; frame--) await new Promise(requestAnimationFrame)
  await Promise.all(mapsOf(plot).map(map => Promise.all([map.once('idle'), map.triggerRepaint()])))
}
