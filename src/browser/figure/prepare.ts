/**
 * What every page that draws a figure does to it first, in the renderer and in the viewer's browser alike.
 * The function is handed to pages as its own text (`figureSteps.toString()`), so it uses nothing but its argument.
 */

import type { FigureParts, JsonObject } from './figure-parts.ts'
import type { FitWords, Room } from './fit.ts'

export interface StepOptions {
  /** What the figure will stand in, where its layout has no size and none is asked for. */
  readonly room?: Room
  readonly width: number | null
  readonly height: number | null
  readonly theme: 'light' | 'dark' | null
  readonly background: string | null
  /** Leave out what other machines would have to be asked for; the interactive page may fetch, the renderer not. */
  readonly offline: boolean
}

export interface PreparedFigure extends FigureParts {
  /** Remote addresses the figure names and that were taken out. */
  readonly omitted: string[]
}

export interface FigureSteps {
  /** Changes the parts in place and returns them. Sizes are settled only where a size or `offline` asks for it. */
  prepare(figure: FigureParts, options: StepOptions): PreparedFigure
}

/** `templates`: what a figure is drawn over when a theme is asked for; `fitWords` is for figures in this style. */
export function figureSteps(
  templates: Readonly<Record<'light' | 'dark', object>>,
  fitWords: FitWords | null = null,
): FigureSteps {
  const isObject = (value: unknown): value is JsonObject =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
  const objects = (value: unknown): JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : [])
  const child = (parent: unknown, key: string): JsonObject | null => {
    const value = isObject(parent) ? parent[key] : null
    return isObject(value) ? value : null
  }
  const children = (parent: JsonObject, name: RegExp): JsonObject[] =>
    Object.keys(parent)
      .filter(key => name.test(key))
      .map(key => parent[key])
      .filter(isObject)

  // --- A title given as a plain string is that text.

  function settleTitle(holder: JsonObject | null): void {
    if (!holder) return
    const { title } = holder
    if (typeof title === 'string' || typeof title === 'number') holder.title = { text: String(title) }
    const subtitle = child(holder, 'title')?.subtitle
    if (typeof subtitle === 'string') child(holder, 'title')!.subtitle = { text: subtitle }
  }

  function settleLayoutTitles(layout: JsonObject): void {
    settleTitle(layout)
    for (const axis of children(layout, /^[xy]axis\d*$/)) settleTitle(axis)
    for (const scene of children(layout, /^scene\d*$/)) {
      for (const axis of children(scene, /^[xyz]axis$/)) settleTitle(axis)
    }
    for (const polar of children(layout, /^polar\d*$/)) {
      settleTitle(child(polar, 'radialaxis'))
      settleTitle(child(polar, 'angularaxis'))
    }
    for (const ternary of children(layout, /^ternary\d*$/)) {
      for (const axis of children(ternary, /^[abc]axis$/)) settleTitle(axis)
    }
    for (const smith of children(layout, /^smith\d*$/)) {
      for (const axis of children(smith, /axis$/)) settleTitle(axis)
    }
    for (const legend of children(layout, /^legend\d*$/)) settleTitle(legend)
    for (const coloraxis of children(layout, /^coloraxis\d*$/)) settleTitle(child(coloraxis, 'colorbar'))
  }

  function settleTraceTitles(trace: JsonObject): void {
    settleTitle(trace)
    settleTitle(child(trace, 'colorbar'))
    settleTitle(child(child(trace, 'marker'), 'colorbar'))
    settleTitle(child(child(trace, 'line'), 'colorbar'))
    settleTitle(child(trace, 'aaxis'))
    settleTitle(child(trace, 'baxis'))
    settleTitle(child(trace, 'legendgrouptitle') && null)
    if (typeof trace.legendgrouptitle === 'string') trace.legendgrouptitle = { text: trace.legendgrouptitle }
  }

  function settleTitles(figure: FigureParts): void {
    settleLayoutTitles(figure.layout)
    for (const trace of figure.data) settleTraceTitles(trace)
    for (const frame of figure.frames) {
      const layout = child(frame, 'layout')
      if (layout) settleLayoutTitles(layout)
      for (const trace of objects(frame.data)) settleTraceTitles(trace)
    }
    const template = child(figure.layout, 'template')
    const templateLayout = child(template, 'layout')
    if (templateLayout) settleLayoutTitles(templateLayout)
    const templateData = child(template, 'data') ?? {}
    for (const traces of Object.values(templateData)) objects(traces).forEach(settleTraceTitles)
  }

  // --- An animation begins with its first frame: a figure with frames and no traces shows that.

  function settleFirstFrame(figure: FigureParts): void {
    const first = figure.frames[0]
    if (!first || figure.data.length > 0) return
    figure.data = objects(first.data)
    figure.layout = { ...figure.layout, ...child(first, 'layout') }
  }

  // --- What other machines would have to be asked for.

  const remoteAddress = /^\s*(?:[a-z][a-z0-9+.-]*:)?\/\//i
  const isRemote = (value: unknown): value is string => typeof value === 'string' && remoteAddress.test(value)
  const mapTraces: ReadonlySet<unknown> = new Set(['scattermap', 'choroplethmap', 'densitymap'])
  const mapStylesOnBoard: ReadonlySet<unknown> = new Set(['white-bg'])
  /** What the library takes where a map names no style: tiles, letters and icons of another machine. */
  const libraryMapStyle = 'basic'
  /** The ground a style is known for, without its tiles. */
  const emptyMapStyle = (name: unknown) => ({
    version: 8,
    sources: {},
    layers: [{ id: 'background', type: 'background', paint: { 'background-color': groundOf(String(name)) } }],
  })
  const groundOf = (name: string) =>
    name === 'white-bg' ? '#ffffff' : /dark/.test(name) ? '#16181d' : '#f2f3f0'

  /** A map style without the parts that would be fetched. */
  function localStyle(given: unknown, omit: (address: string) => void): unknown {
    const style = typeof given === 'string' || isObject(given) ? given : libraryMapStyle
    if (typeof style === 'string') {
      if (!mapStylesOnBoard.has(style)) omit(style)
      return emptyMapStyle(style)
    }
    const gone = new Set<string>()
    const sources: JsonObject = {}
    for (const [name, source] of Object.entries(child(style, 'sources') ?? {})) {
      const named = isObject(source)
        ? [
            source.url,
            source.data,
            ...(Array.isArray(source.tiles) ? source.tiles : []),
            ...(Array.isArray(source.urls) ? source.urls : []),
          ].filter(value => typeof value === 'string' && !/^\s*(?:data|blob):/i.test(value))
        : []
      if (named.length === 0) sources[name] = source
      else {
        gone.add(name)
        for (const value of named) omit(String(value))
      }
    }
    for (const key of ['sprite', 'glyphs', 'imports']) {
      // One address, or a list of them under names.
      for (const part of [style[key]].flat()) {
        const address = isObject(part) ? part.url : part
        if (typeof address === 'string') omit(address)
      }
    }
    const layers = objects(style.layers).filter(layer => !gone.has(String(layer.source)))
    const { sprite: _sprite, glyphs: _glyphs, imports: _imports, ...rest } = style
    return { ...rest, sources, layers }
  }

  function omitRemote(figure: FigureParts, omit: (address: string) => void): void {
    const { layout } = figure
    const templateLayout = child(child(layout, 'template'), 'layout')

    for (const holder of [layout, templateLayout]) {
      if (!holder) continue
      const images = holder.images
      if (Array.isArray(images)) {
        for (const image of objects(images)) {
          const { source } = image
          // Anything but a data URI would be asked for somewhere.
          if (typeof source === 'string' && source !== '' && !/^\s*data:/i.test(source)) {
            omit(source)
            image.source = ''
            image.visible = false
          }
        }
      }
    }

    // A template's first map is that of all, where it has none of their name.
    const templateStyle = (name: string) =>
      (child(templateLayout, name) ?? child(templateLayout, 'map'))?.style
    const onMap = figure.data.filter(trace => mapTraces.has(trace.type))
    for (const name of Object.keys(layout).filter(key => /^map\d*$/.test(key))) {
      const map = child(layout, name)
      if (!map) continue
      map.style = localStyle(map.style ?? templateStyle(name), omit)
      for (const layer of objects(map.layers)) {
        const { source } = layer
        const sources = Array.isArray(source) ? source : [source]
        const named = sources.filter(value => typeof value === 'string' && !/^\s*data:/i.test(value))
        if (named.length === 0) continue
        for (const value of named) omit(String(value))
        layer.visible = false
        delete layer.source
      }
    }
    for (const name of new Set(onMap.map(mapOf))) {
      if (!child(layout, name)) layout[name] = { style: localStyle(templateStyle(name), omit) }
    }

    for (const trace of figure.data) {
      if (isRemote(trace.geojson) || typeof trace.geojson === 'string') {
        omit(String(trace.geojson))
        trace.visible = false
      }
      if (trace.type === 'image' && typeof trace.source === 'string') {
        if (!/^\s*data:/i.test(trace.source)) {
          omit(trace.source)
          trace.visible = false
        }
      }
    }
  }

  const mapOf = (trace: JsonObject): string =>
    typeof trace.subplot === 'string' && /^map\d*$/.test(trace.subplot) ? trace.subplot : 'map'

  // --- Sizes, and how it shall look.

  function settleSize({ layout }: FigureParts, { width, height, offline }: StepOptions): void {
    const given = (value: unknown): number | null =>
      typeof value === 'number' && Number.isFinite(value) && value >= 10 ? value : null
    if (width !== null) layout.width = width
    else if (offline) layout.width = given(layout.width) ?? 700
    if (height !== null) layout.height = height
    else if (offline) layout.height = given(layout.height) ?? 500
  }

  /** A theme is a template: what the layout itself says stays. */
  function settleTheme({ layout }: FigureParts, theme: StepOptions['theme']): void {
    if (theme !== null) layout.template = structuredClone(templates[theme])
  }

  const markOf = (template: unknown) => child(template, 'layout')?.meta
  const inDefaultStyle = ({ layout }: FigureParts) =>
    markOf(layout.template) !== undefined && markOf(layout.template) === markOf(templates.light)

  function settleWords(figure: FigureParts, room: Room | undefined): void {
    const { width, height } = figure.layout
    const stands = {
      width: typeof width === 'number' ? width : room?.width,
      height: typeof height === 'number' ? height : room?.height,
    }
    if (stands.width && stands.height) fitWords?.(figure, stands as Room)
  }

  function settleBackground({ layout }: FigureParts, background: string | null): void {
    if (background === null) return
    layout.paper_bgcolor = background
    layout.plot_bgcolor = 'rgba(0,0,0,0)'
    for (const name of Object.keys(layout).filter(key =>
      /^(?:geo|polar|ternary|scene|smith)\d*$/.test(key),
    )) {
      const subplot = child(layout, name)
      if (subplot) subplot.bgcolor = 'rgba(0,0,0,0)'
    }
  }

  return {
    prepare(figure, options) {
      const omitted = new Set<string>()
      settleTheme(figure, options.theme)
      settleFirstFrame(figure)
      settleTitles(figure)
      if (options.offline) omitRemote(figure, address => omitted.add(address))
      settleSize(figure, options)
      if (inDefaultStyle(figure)) settleWords(figure, options.room)
      settleBackground(figure, options.background)
      return { ...figure, omitted: [...omitted] }
    },
  }
}
