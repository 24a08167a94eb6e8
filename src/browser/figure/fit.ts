/**
 * Words that the charting library would cut off are broken into lines, and a legend of long names goes below the
 * plot instead of taking its place; a horizontal colour bar leaves the headline its own. Only figures in the house
 * style are fitted, and only where something would not fit: whoever brings a template, or says where a thing stands,
 * has decided.
 *
 * Handed to pages as its own text (`wordFitting.toString()`), so it uses nothing but its argument.
 */

import type { FigureParts, JsonObject } from './figure-parts.ts'

/** What a figure stands in, in CSS pixels. */
export interface Room {
  readonly width: number
  readonly height: number
}

/** How wide a text is in a font as CSS names it, in pixels. */
export type Measure = (text: string, font: string) => number

/** Changes `figure.layout` and long names in `figure.data` in place; titles are objects by now. */
export type FitWords = (figure: FigureParts, room: Room) => void

/** `measure`: where there is no canvas. */
export function wordFitting(measure: Measure | null = null): FitWords {
  const isObject = (value: unknown): value is JsonObject =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
  const child = (parent: unknown, key: string): JsonObject =>
    isObject(parent) && isObject(parent[key]) ? (parent[key] as JsonObject) : {}
  const numberOr = (value: unknown, otherwise: number): number =>
    typeof value === 'number' && Number.isFinite(value) ? value : otherwise

  /** Kept free at either side of a headline. */
  const edge = 24
  const lineHeight = 1.3
  /** Longer texts are data, not words to read. */
  const longest = 2000
  const tex = /\$[^$]+\$/
  const lineBreak = /<br\s*\/?>/i

  let canvas: CanvasRenderingContext2D | null = null
  const onCanvas: Measure = (text, font) => {
    canvas ??= document.createElement('canvas').getContext('2d')
    if (!canvas) return 0
    canvas.font = font
    return canvas.measureText(text).width
  }

  interface Font {
    readonly size: number
    readonly css: string
  }
  /** Small letters are fitted to the screen's dots; large ones are as wide in the picture as in the page. */
  const large = 100
  const fontOf = (...fonts: readonly JsonObject[]): Font => {
    const { style, weight, size, family } = Object.assign({}, ...fonts) as JsonObject
    return {
      size: numberOr(size, 12),
      css: `${style ?? 'normal'} ${weight ?? 'normal'} ${large}px ${family}`,
    }
  }
  /** Tags are not drawn. */
  const widthOf = (text: string, { size, css }: Font): number =>
    ((measure ?? onCanvas)(text.replace(/<[^>]*>/g, ''), css) * size) / large

  /** The longest beginning of a word that fits, one letter at least. */
  function pieceOf(word: string, font: Font, width: number): string {
    const letters = [...word]
    let [fits, not] = [1, letters.length]
    while (not - fits > 1) {
      const middle = (fits + not) >> 1
      if (widthOf(letters.slice(0, middle).join(''), font) <= width) fits = middle
      else not = middle
    }
    return letters.slice(0, fits).join('')
  }

  function linesOf(line: string, font: Font, width: number): string[] {
    if (widthOf(line, font) <= width) return [line]
    const lines: string[] = []
    let current = ''
    // A tag may have spaces of its own.
    for (const word of line.match(/(?:<[^>]*>|\S)+/g) ?? []) {
      const longer = current === '' ? word : `${current} ${word}`
      if (widthOf(longer, font) <= width) {
        current = longer
        continue
      }
      if (current !== '') lines.push(current)
      current = word
      while (!current.includes('<') && widthOf(current, font) > width) {
        const piece = pieceOf(current, font, width)
        lines.push(piece)
        current = current.slice(piece.length)
      }
    }
    return [...lines, current]
  }

  /** The text in lines of that width, `most` at the most; TeX is one piece. */
  function broken(text: string, font: Font, width: number, most: number): string {
    if (text.length > longest || tex.test(text) || width <= 0) return text
    const lines = text.split(lineBreak).flatMap(line => linesOf(line, font, width))
    return lines.length > most ? `${lines.slice(0, most).join('<br>')}…` : lines.join('<br>')
  }

  const lineCount = (text: string): number => text.split(lineBreak).length

  /** How far down it reaches at the top of the figure; 0 where none stands there. */
  function fitHeadline(layout: JsonObject, house: JsonObject, { width }: Room): number {
    const title = child(layout, 'title')
    if (typeof title.text !== 'string' || title.text === '') return 0
    const line = width - 2 * edge
    const style = child(house, 'title')
    const base = [child(house, 'font'), child(layout, 'font')]
    const font = fontOf(...base, child(style, 'font'), child(title, 'font'))
    title.text = broken(title.text, font, line, 4)

    const subtitle = child(title, 'subtitle')
    const below = fontOf(...base, child(child(style, 'subtitle'), 'font'), child(subtitle, 'font'))
    const lines = lineCount(title.text as string)
    let needed = numberOr(child(style, 'pad').t, 0) + lines * font.size * lineHeight
    if (typeof subtitle.text === 'string' && subtitle.text !== '') {
      subtitle.text = broken(subtitle.text, below, line, 3)
      needed += (lineCount(subtitle.text as string) + 0.6) * below.size * lineHeight
    }
    const own = child(layout, 'margin')
    const elsewhere = title.y !== undefined || title.yref !== undefined
    // Pushing the plot, the library moves several lines out of the picture: they get their room here.
    const pushes = title.automargin === true && lines > 1 && !elsewhere
    if (pushes) title.automargin = false
    const placed = elsewhere || (own.t !== undefined && !pushes)
    // The library puts the first of several lines, and TeX, higher than a single line: by the height of a capital.
    const pad = child(title, 'pad')
    const high = lines > 1 || tex.test(title.text as string)
    if (high && !placed && pad.t === undefined) {
      title.pad = { ...child(style, 'pad'), ...pad, t: numberOr(child(style, 'pad').t, 0) + 0.7 * font.size }
    }
    const margin = needed + 18
    if (!placed && margin > numberOr(own.t, numberOr(child(house, 'margin').t, 0))) {
      layout.margin = { ...own, t: Math.ceil(margin) }
    }
    return elsewhere ? 0 : needed
  }

  /** For a horizontal one above the plot the library moves a headline up, out of the picture: it goes below that. */
  function fitColourBars({ data, layout }: FigureParts, headline: number, { height }: Room): void {
    if (headline === 0 || headline > height / 2) return
    const holders = data.flatMap(trace => [trace, child(trace, 'marker'), child(trace, 'line')])
    const axes = Object.keys(layout).filter(key => /^coloraxis\d*$/.test(key))
    for (const holder of [...holders, ...axes.map(name => child(layout, name))]) {
      const bar = child(holder, 'colorbar')
      const placed = Object.keys(bar).some(key => /^y(?:ref|anchor)?$/.test(key))
      // A title above its bar would be drawn over it there.
      if (bar.orientation !== 'h' || placed || child(bar, 'title').side === 'top') continue
      holder.colorbar = { ...bar, yref: 'container', y: 1 - headline / height, yanchor: 'top' }
    }
  }

  function fitAxes(layout: JsonObject, house: JsonObject, room: Room): void {
    const margin = child(house, 'margin')
    const sides = {
      x: room.width - numberOr(margin.l, 0) - numberOr(margin.r, 0),
      y: room.height - numberOr(margin.t, 0) - numberOr(margin.b, 0),
    }
    for (const name of Object.keys(layout).filter(key => /^[xy]axis\d*$/.test(key))) {
      const title = child(child(layout, name), 'title')
      if (typeof title.text !== 'string') continue
      const plain = fontOf(child(house, 'font'), child(layout, 'font'))
      // The library's own rule for titles of axes.
      const size = Math.round(plain.size * 1.2)
      const font = fontOf(child(house, 'font'), child(layout, 'font'), { size }, child(title, 'font'))
      title.text = broken(title.text, font, sides[name.startsWith('x') ? 'x' : 'y'], 3)
    }
  }

  /** What a trace is called in the legend. */
  function namesOf(trace: JsonObject, index: number): unknown[] {
    if (trace.showlegend === false || trace.visible === false) return []
    if (trace.type === 'pie' || trace.type === 'funnelarea') {
      return Array.isArray(trace.labels) ? trace.labels : []
    }
    return [trace.name ?? `trace ${index}`]
  }

  function fitLegend({ data, layout }: FigureParts, house: JsonObject, { width }: Room): void {
    const own = child(layout, 'legend')
    const placed = Object.keys(own).some(key => /^[xy]|^orientation$/.test(key))
    const busy = [layout.sliders, layout.updatemenus].some(each => Array.isArray(each) && each.length > 0)
    if (layout.showlegend === false || placed || busy || layout.legend2 !== undefined) return
    const names = data
      .flatMap(namesOf)
      .filter(name => typeof name === 'string' && !tex.test(name)) as string[]
    if (names.length < 2 && layout.showlegend !== true) return
    const font = fontOf(child(house, 'font'), child(layout, 'font'), child(own, 'font'))
    // A line or a box stands before each name.
    const symbol = 60
    const widest = Math.max(...names.map(name => widthOf(name.slice(0, longest), font)))
    // Many names would fill the figure below the plot as well.
    if (widest + symbol <= (names.length > 12 ? 0.5 : 0.3) * width) return
    const beneath = { orientation: 'h', xref: 'container', x: edge / width, yref: 'container', y: 0 }
    layout.legend = { ...beneath, xanchor: 'left', yanchor: 'bottom', ...own }
    for (const trace of data) {
      if (typeof trace.name === 'string') {
        trace.name = broken(trace.name, font, width - 2 * edge - symbol, 3)
      }
    }
  }

  return (figure, room) => {
    const { layout } = figure
    const house = child(child(layout, 'template'), 'layout')
    fitColourBars(figure, fitHeadline(layout, house, room), room)
    fitAxes(layout, house, room)
    fitLegend(figure, house, room)
  }
}
