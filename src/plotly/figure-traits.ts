/** The traits of a figure that a page needs before scripts run. */

import { sizeOrNull } from './default-size.ts'
import { defaultTemplateMark } from './default-template.ts'
import { asObject, type JsonObject } from './json.ts'
import { phoneGrowth } from './legend-names.ts'
import { type PartName, partsFor } from './library-parts.ts'
import { isOfCategory } from './schema/schema.ts'
import { tableWidth } from './table-width.ts'
import { hasFormula } from './tex.ts'

export interface Traits {
  /** In CSS pixels, if the layout sets it. */
  readonly width: number | null
  readonly height: number | null
  /** Whether the figure can change with the theme, because it has the default style and no colours of its own. */
  readonly themeable: boolean
  /** The figure's own paper colour, if it is a plain colour. */
  readonly paper: string | null
  /** The background below the figure: white for dark text on a transparent paper, else the paper colour. */
  readonly ground: string | null
  /** The required parts of the charting library, in loading order. */
  readonly parts: readonly PartName[]
  /** Whether it contains TeX. */
  readonly math: boolean
  readonly webgl: boolean
  /** The base maps it uses, such as `world_110m`. */
  readonly maps: readonly string[]
  /** Whether it is an animation without controls of its own. */
  readonly animated: boolean
  /** Additional height on phones in CSS pixels, because many names take space from the plot. */
  readonly phoneGrowth: number
  /** In CSS pixels: narrower screens scroll the figure, because its tables need that width; 0 for none. */
  readonly leastWidth: number
}

/** Whether a trace type is drawn with WebGL, by the library's categories. */
export const drawsByWebgl = (type: string) =>
  ['gl', 'gl3d', 'regl'].some(category => isOfCategory(type, category))

type Texts = Record<'data' | 'layout', string> & { readonly frames: string | null }

/** A JSON text or its bytes. */
interface JsonText {
  toString(): string
}

export interface FigureTexts {
  readonly data: JsonText
  readonly layout: JsonText
  readonly frames: JsonText | null
}

/** The traits of a stored, and therefore valid, figure with these trace types. */
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
    width: sizeOrNull(width),
    height: sizeOrNull(height),
    themeable: isDefault && standsOnDark(texts, layout),
    paper: paperOf(layout),
    ground: groundOf(layout),
    parts: partsFor({ ...texts, traceTypes, layout }),
    math: [texts.data, texts.layout, texts.frames ?? ''].some(hasFormula),
    webgl: traceTypes.some(drawsByWebgl),
    maps: mapsOf(layout, traceTypes),
    animated: texts.frames !== null && texts.frames.length > 2 && !hasControls(layout),
    leastWidth: traceTypes.includes('table') ? leastWidthOf(layout, texts.data) : 0,
    phoneGrowth: isDefault && layout.height === undefined ? growthOf(layout, texts.data) : 0,
  }
}

const hasControls = ({ updatemenus, sliders }: JsonObject): boolean =>
  [updatemenus, sliders].some(each => Array.isArray(each) && each.length > 0)

/** In characters. Larger data is not searched for names, because that takes long and rarely finds any. */
const longestData = 500_000

const growthOf = (layout: JsonObject, data: string): number =>
  data.length > longestData ? 0 : phoneGrowth(layout, JSON.parse(data) as unknown[])

/** A width that the layout sets is kept. */
const leastWidthOf = (layout: JsonObject, data: string): number =>
  data.length > longestData || sizeOrNull(layout.width) !== null
    ? 0
    : tableWidth(layout, JSON.parse(data) as unknown[])

/** Whether the figure is legible on a dark background: it sets no background and no dark colours. */
function standsOnDark({ data, frames }: Texts, layout: JsonObject): boolean {
  if (layout.paper_bgcolor !== undefined || layout.plot_bgcolor !== undefined) return false
  const own = JSON.stringify({ ...layout, template: undefined })
  return ![own, data, frames ?? ''].some(text => darkColour.test(text))
}

/** Matches dark colours, such as `"color": "#222"` or `"linecolor": "black"`. */
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

/** Matches transparent colours: `transparent`, `#fff8`, `rgba(0, 0, 0, 0.2)`. */
const seeThrough =
  /^(?:transparent|#[\da-f]{3}[\da-e]|#[\da-f]{6}(?!ff)[\da-f]{2}|(?:rgb|hsl)a?\([^,]*,[^,]*,[^,]*,\s?(?:0|0?\.\d+)\))$/i

/** Matches light text colours: `white`, `#ddd`, `rgb(250, 250, 250)`. */
const lightColour =
  /^(?:white|whitesmoke|ivory|snow|#[9a-f]{3}|#[9a-f].[9a-f].[9a-f].)$|^rgba?\(\s?[12]\d\d,\s?[12]\d\d,\s?[12]\d\d\b/i

function groundOf(layout: JsonObject): string | null {
  const paper = ownPaper(layout)
  if (typeof paper !== 'string' || !seeThrough.test(paper)) return paperOf(layout)
  const words = asObject(layout.font).color ?? asObject(templateOf(layout).font).color
  return typeof words === 'string' && lightColour.test(words) ? paperOf(layout) : '#ffffff'
}
