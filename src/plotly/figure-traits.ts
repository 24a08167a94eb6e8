/** What a page must know of a figure before any script runs. */

import { defaultTemplateMark } from './default-template.ts'
import { asObject, type JsonObject } from './json.ts'
import { phoneGrowth } from './legend-names.ts'
import { type PartName, partsFor } from './library-parts.ts'
import { isOfCategory } from './schema.ts'
import { hasFormula } from './tex.ts'

export interface Traits {
  /** In CSS pixels, where the layout settles it. */
  readonly width: number | null
  readonly height: number | null
  /** In the default style and without colours of its own: it may change with the theme. */
  readonly themeable: boolean
  /** The figure's own paper colour, as long as it is a plain one. */
  readonly paper: string | null
  /** What a page has under it: white where dark words stand on a paper that lets through what is under it, else that paper. */
  readonly ground: string | null
  /** The parts of the charting library that draw it, in the order in which they are loaded. */
  readonly parts: readonly PartName[]
  /** Whether it has TeX to set. */
  readonly math: boolean
  readonly webgl: boolean
  /** The base maps it draws on: `world_110m`. */
  readonly maps: readonly string[]
  /** It moves, and brings nothing of its own to start it with. */
  readonly animated: boolean
  /** How much higher than others it is to be on a phone, in CSS pixels: many names take room beside the plot. */
  readonly phoneGrowth: number
}

/** The library's own categories of what is drawn by the graphics card. */
export const drawsByWebgl = (type: string) =>
  ['gl', 'gl3d', 'regl'].some(category => isOfCategory(type, category))

type Texts = Record<'data' | 'layout', string> & { readonly frames: string | null }

/** Anything that gives its JSON text as a string: texts, or their bytes. */
interface JsonText {
  toString(): string
}

export interface FigureTexts {
  readonly data: JsonText
  readonly layout: JsonText
  readonly frames: JsonText | null
}

export function traitsOf(figure: FigureTexts, traceTypes: readonly string[]): Traits {
  const texts: Texts = {
    data: String(figure.data),
    layout: String(figure.layout),
    frames: figure.frames === null ? null : String(figure.frames),
  }
  const layout = asObject(JSON.parse(texts.layout))
  const { width, height } = layout
  const isDefault = asObject(asObject(layout.template).layout).meta === defaultTemplateMark
  return {
    width: asSize(width),
    height: asSize(height),
    themeable: isDefault && standsOnDark(texts, layout),
    paper: paperOf(layout),
    ground: groundOf(layout),
    parts: partsFor({ ...texts, traceTypes, layout }),
    math: [texts.data, texts.layout, texts.frames ?? ''].some(hasFormula),
    webgl: traceTypes.some(drawsByWebgl),
    maps: mapsOf(layout, traceTypes),
    animated: texts.frames !== null && texts.frames.length > 2 && !hasControls(layout),
    phoneGrowth: isDefault && layout.height === undefined ? growthOf(layout, texts.data) : 0,
  }
}

const hasControls = ({ updatemenus, sliders }: JsonObject): boolean =>
  [updatemenus, sliders].some(each => Array.isArray(each) && each.length > 0)

/** In letters. A figure of more data has few names for it, and reading it for them takes its time. */
const longestData = 500_000

const growthOf = (layout: JsonObject, data: string): number =>
  data.length > longestData ? 0 : phoneGrowth(layout, JSON.parse(data) as unknown[])

/** Its own backgrounds, or colours that would drown in a dark one, keep a figure on white paper. */
function standsOnDark({ data, frames }: Texts, layout: JsonObject): boolean {
  if (layout.paper_bgcolor !== undefined || layout.plot_bgcolor !== undefined) return false
  const own = JSON.stringify({ ...layout, template: undefined })
  return ![own, data, frames ?? ''].some(text => darkColour.test(text))
}

/** `"color": "#222"`, `"linecolor": "black"`: what is darker than about a third. */
const darkColour =
  /"[a-z_]*color"\s*:\s*"(?:black|navy|dark\w*|midnightblue|indigo|maroon|#[0-4]{3}\b|#(?:[0-4]\w){3}\b|rgba?\(\s*\d{1,2}\s*,\s*\d{1,2}\s*,\s*\d{1,2}\s*[,)])/i

function mapsOf(layout: JsonObject, types: readonly string[]): readonly string[] {
  const drawn = types.some(type => type === 'scattergeo' || type === 'choropleth')
  const names = Object.keys(layout).filter(key => /^geo\d*$/.test(key))
  if (drawn && !names.includes('geo')) names.push('geo')
  const template = asObject(asObject(layout.template).layout)
  const maps = names.map(name => {
    const geo = { ...asObject(template.geo), ...asObject(layout[name]) }
    const scope = typeof geo.scope === 'string' ? geo.scope : 'world'
    return `${scope.replaceAll(' ', '-')}_${Number(geo.resolution) === 50 ? 50 : 110}m`
  })
  return [...new Set(maps)]
}

function paperOf(layout: JsonObject): string | null {
  const own = ownPaper(layout)
  return typeof own === 'string' && /^(?:[a-z]{3,24}|#[0-9a-f]{3,8})$/i.test(own) ? own : null
}

const templateOf = ({ template }: JsonObject): JsonObject => asObject(asObject(template).layout)

const ownPaper = (layout: JsonObject): unknown =>
  layout.paper_bgcolor ?? templateOf(layout).paper_bgcolor ?? '#ffffff'

/** `transparent`, `#fff8`, `rgba(0, 0, 0, 0.2)`. */
const seeThrough =
  /^(?:transparent|#[\da-f]{3}[\da-e]|#[\da-f]{6}(?!ff)[\da-f]{2}|(?:rgb|hsl)a?\([^,]*,[^,]*,[^,]*,\s?(?:0|0?\.\d+)\))$/i

/** Words for a dark ground: `white`, `#ddd`, `rgb(250, 250, 250)`. */
const lightColour =
  /^(?:white|whitesmoke|ivory|snow|#[9a-f]{3}|#[9a-f].[9a-f].[9a-f].)$|^rgba?\(\s?[12]\d\d,\s?[12]\d\d,\s?[12]\d\d\b/i

function groundOf(layout: JsonObject): string | null {
  const paper = ownPaper(layout)
  if (typeof paper !== 'string' || !seeThrough.test(paper)) return paperOf(layout)
  const words = asObject(layout.font).color ?? asObject(templateOf(layout).font).color
  return typeof words === 'string' && lightColour.test(words) ? paperOf(layout) : '#ffffff'
}

/** As the drawing steps read a size. */
const asSize = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) && value >= 10 ? value : null
