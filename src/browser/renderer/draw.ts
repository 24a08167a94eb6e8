/**
 * One figure becomes bytes, inside the page. Handed to the page as its own text, so it uses nothing from
 * outside but what the page's other scripts left on `window`.
 */

import type { ImageFormat } from '../../domain/graph/graph.ts'
import type { FigureParts, JsonObject } from '../figure/figure-parts.ts'
import type { FigureSteps, StepOptions } from '../figure/prepare.ts'
import type { PlotCanvas } from './plot-canvas.ts'
import type { PageRaster, RasterFormat } from './raster.ts'

/** What the page is asked for. Texts are JSON, as they were stored. */
export interface PageRequest extends Omit<StepOptions, 'offline'> {
  readonly data: string
  readonly layout: string
  readonly frames: string | null
  readonly scale: number
  readonly formats: readonly ImageFormat[]
}

export interface PageAnswer {
  /** svg (and what becomes a pdf) as text, the others as base64. */
  readonly images: Readonly<Partial<Record<ImageFormat, string>>>
  readonly omitted: readonly string[]
  /** In CSS pixels, as drawn. */
  readonly width: number
  readonly height: number
  /** Bytes of its images, heat maps and WebGL, about: the browser keeps them decoded. */
  readonly decoded: number
  /** Whether TeX was set: its macros and counters stay in the page. */
  readonly tex: boolean
}

interface PlotElement extends HTMLDivElement {
  _fullLayout: JsonObject & {
    width: number
    height: number
    _has(kind: string): boolean
    _subplots?: { gl3d?: string[]; map?: string[] }
  }
}

/** A 3d scene of the library, as far as it is used here. */
interface Scene {
  camera: {
    /** How many milliseconds the picture follows behind. */
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

/** The parts of the charting library used here. */
interface PlotlyLibrary {
  newPlot(
    element: HTMLElement,
    figure: { data: unknown; layout: unknown; config: unknown },
  ): Promise<PlotElement>
  purge(element: HTMLElement): void
  Snapshot: {
    toSVG(element: HTMLElement, format: string, scale: number): string
    getRedrawFunc(element: HTMLElement): () => void
  }
}

export interface PageRenderer {
  draw(request: PageRequest): Promise<PageAnswer>
}

export function pageRenderer(steps: FigureSteps, plotCanvas: PlotCanvas, raster: PageRaster): PageRenderer {
  const plotly = (window as unknown as { Plotly: PlotlyLibrary }).Plotly
  const isRaster = (format: ImageFormat): format is RasterFormat => format !== 'svg' && format !== 'pdf'
  // As the charting library looks for it.
  const hasTex = (...texts: (string | null)[]) => texts.some(text => text !== null && /\$[^$]+\$/.test(text))

  const load = (address: string) =>
    new Promise<void>((resolve, reject) => {
      const script = document.createElement('script')
      script.src = address
      script.onload = () => resolve()
      script.onerror = () => reject(new Error(`${address} did not load`))
      document.head.append(script)
    })

  let math: Promise<void> | null = null
  const loadMath = () => {
    math ??= load('/math/tex-svg.js').then(
      () =>
        (window as unknown as { MathJax: { startup: { promise: Promise<void> } } }).MathJax.startup.promise,
    )
    return math
  }

  let maps: Promise<void> | null = null
  const loadMaps = () => {
    maps ??= load('/geo.js').then(() => {
      // The script leaves its maps where the library was.
      const page = window as unknown as { Plotly: unknown; PlotlyGeoAssets: { topojson: unknown } }
      Object.assign(page.PlotlyGeoAssets, page.Plotly)
      page.Plotly = plotly
    })
    return maps
  }

  async function draw(request: PageRequest): Promise<PageAnswer> {
    const { formats, scale } = request
    seedRandom()
    const tex = hasTex(request.data, request.layout)
    if (tex) await loadMath()
    const figure = steps.prepare(
      {
        data: JSON.parse(request.data),
        layout: JSON.parse(request.layout),
        frames: request.frames === null ? [] : JSON.parse(request.frames),
      },
      { ...request, offline: true },
    )

    if (usesMaps(figure)) await loadMaps()

    const element = plotCanvas.set()
    try {
      const plot = await plotly.newPlot(element, {
        data: figure.data,
        layout: figure.layout,
        config: { staticPlot: true, _exportedPlot: true, setBackground: false },
      })
      plotly.Snapshot.getRedrawFunc(element)()
      const { width, height } = plot._fullLayout
      await settle(plot)
      const pictures = element.querySelectorAll('image, canvas').length + scenesOf(plot).length

      const images: Partial<Record<ImageFormat, string>> = {}
      const rasters = formats.filter(isRaster)
      // A 3d scene is only brought into the plot while its svg is written.
      const paintable = scale === 1 && rasters.length > 0 && !plot._fullLayout._has('gl3d')
      const painted = paintable ? await plotCanvas.paint(width, height) : null
      // Writing the svg takes the plot apart, so it comes after painting it.
      const svg = painted && rasters.length === formats.length ? '' : plotly.Snapshot.toSVG(element, 'svg', 1)
      const picture = rasters.length === 0 ? null : (painted ?? (await decode(svg)))
      const size = [width * scale, height * scale] as const
      for (const format of formats) {
        if (isRaster(format)) images[format] = await raster.encode(picture!, format, ...size)
        else images[format] = format === 'svg' && scale !== 1 ? scaled(svg, width, height, scale) : svg
      }
      return { images, omitted: figure.omitted, width, height, decoded: pictures * 4 * width * height, tex }
    } finally {
      plotly.purge(element)
      plotCanvas.clear()
    }
  }

  const scenesOf = ({ _fullLayout: layout }: PlotElement): Scene[] =>
    (layout._subplots?.gl3d ?? []).map(name => (layout[name] as { _scene: Scene })._scene)

  /** Brings maps and 3d scenes to rest, as they would come after a while: the library waits half a second. */
  async function settle(plot: PlotElement): Promise<void> {
    for (const { camera } of scenesOf(plot)) {
      // It looks where it was a moment ago, on its way from where it was before.
      camera.delay = 0
      camera.view.flush(Number.POSITIVE_INFINITY)
    }
    const { _fullLayout: layout } = plot
    const maps = (layout._subplots?.map ?? []).map(
      name => (layout[name] as { _subplot: { map: LiveMap } })._subplot.map,
    )
    await Promise.all(maps.map(each => Promise.all([each.once('idle'), each.triggerRepaint()])))
  }

  function usesMaps({ data, layout }: FigureParts): boolean {
    return (
      data.some(({ type }) => type === 'scattergeo' || type === 'choropleth') ||
      Object.keys(layout).some(name => /^geo\d*$/.test(name))
    )
  }

  /** Names of clip paths and gradients come from Math.random: the same figure shall be the same bytes. */
  function seedRandom(): void {
    let state = 0x9e3779b9
    Math.random = () => {
      state = (state + 0x6d2b79f5) | 0
      let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
      mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
      return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
    }
  }

  function scaled(svg: string, width: number, height: number, scale: number): string {
    const end = svg.indexOf('>')
    return (
      svg
        .slice(0, end)
        .replace(` width="${width}"`, ` width="${width * scale}"`)
        .replace(` height="${height}"`, ` height="${height * scale}"`) + svg.slice(end)
    )
  }

  async function decode(svg: string): Promise<HTMLImageElement> {
    const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }))
    try {
      const image = new Image()
      image.src = address
      await image.decode()
      return image
    } finally {
      URL.revokeObjectURL(address)
    }
  }

  return { draw }
}
