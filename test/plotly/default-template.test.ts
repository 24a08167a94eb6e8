import { createRequire } from 'node:module'
import { describe, expect, test } from '@jest/globals'
import { defaultTemplate, type Template } from '../../src/plotly/default-template.ts'
import { darkPalette, lightPalette } from '../../src/plotly/palettes.ts'

type Colour = readonly [number, number, number]
type Sight = keyof typeof sights

/** Red, green and blue as light, 0 to 1. */
function lightOf(hex: string): Colour {
  const channel = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return [channel(1), channel(3), channel(5)]
}

/** What colour-blind eyes make of it (Machado, Oliveira and Fernandes 2009, full severity). */
const sights = {
  full: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  redBlind: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  greenBlind: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  blueBlind: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
}
const seen = (sight: Sight, colour: Colour) =>
  sights[sight].map(row =>
    Math.max(
      0,
      row.reduce((sum, part, i) => sum + part * colour[i]!, 0),
    ),
  ) as unknown as Colour

/** Lightness and two colour axes in which distances are what eyes see as distances (OKLab). */
function labOf([r, g, b]: Colour): Colour {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

/** In hundredths of the way from black to white. */
function distance(a: string, b: string, sight: Sight): number {
  const [x, y] = [a, b].map(hex => labOf(seen(sight, lightOf(hex)))) as [Colour, Colour]
  return 100 * Math.hypot(x[0] - y[0], x[1] - y[1], x[2] - y[2])
}

function contrast(a: string, b: string): number {
  const [dark, bright] = [a, b]
    .map(hex => lightOf(hex))
    .map(([red, green, blue]) => 0.2126 * red + 0.7152 * green + 0.0722 * blue)
    .sort((one, other) => one - other) as [number, number]
  return (bright + 0.05) / (dark + 0.05)
}

const pairs = (colours: readonly string[]) =>
  colours.flatMap((a, i) => colours.slice(i + 1).map(b => [a, b] as const))

describe.each([
  ['light', lightPalette],
  ['dark', darkPalette],
])('the %s palette', (_, palette) => {
  test('can be read: text 4.5:1, series 3:1 (WCAG 2.2, 1.4.3 and 1.4.11)', () => {
    const text = [palette.ink, palette.muted, palette.good, palette.bad]
    for (const colour of text) {
      expect([colour, contrast(colour, palette.paper) >= 4.5]).toEqual([colour, true])
      expect([colour, contrast(colour, palette.wash) >= 4.5]).toEqual([colour, true])
    }
    for (const colour of palette.series) {
      expect([colour, contrast(colour, palette.paper) >= 3]).toEqual([colour, true])
    }
  })

  test.each(Object.keys(sights) as Sight[])('keeps its series apart for %s eyes', sight => {
    for (const [a, b] of pairs(palette.series.slice(0, 5))) {
      expect([a, b, distance(a, b, sight) >= 9]).toEqual([a, b, true])
    }
    for (const [a, b] of pairs(palette.series)) {
      expect([a, b, distance(a, b, sight) >= 5]).toEqual([a, b, true])
    }
  })

  test('draws a line over bars that can be followed, and the least of a scale so that it is seen', () => {
    const [first, second] = palette.series as [string, string]
    expect(contrast(first, second)).toBeGreaterThanOrEqual(1.35)
    expect(contrast(palette.sequential[0]!, palette.paper)).toBeGreaterThanOrEqual(1.35)
  })

  test('has scales that run evenly in lightness, away from the paper', () => {
    const lightness = (hex: string) => labOf(lightOf(hex))[0]
    const away = lightness(palette.ink) - lightness(palette.paper)
    const steps = (colours: readonly string[]) =>
      colours.slice(1).map((colour, i) => (lightness(colour) - lightness(colours[i]!)) * Math.sign(away))
    for (const step of steps(palette.sequential)) expect(step).toBeGreaterThan(0.06)
    const middle = palette.diverging.length >> 1
    for (const step of steps(palette.diverging.slice(middle))) expect(step).toBeGreaterThan(0.06)
    for (const step of steps(palette.diverging.slice(0, middle + 1).reverse()))
      expect(step).toBeGreaterThan(0.06)
  })
})

interface Schema {
  readonly [name: string]: Schema
}
const schema: Schema = createRequire(import.meta.url)('plotly.js/dist/plot-schema.json')
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The names in `values` that the charting library does not know. */
function unknownNames(
  values: Record<string, unknown>,
  attributes: Schema | undefined,
  path: string,
): string[] {
  return Object.entries(values).flatMap(([key, value]) => {
    const list = /^(annotation|shape|slider|updatemenu)defaults$/.exec(key)?.[1]
    const attribute = list ? attributes?.[`${list}s`]?.items?.[list] : attributes?.[key]
    if (!attribute) return [`${path}.${key}`]
    return isObject(value) ? unknownNames(value, attribute, `${path}.${key}`) : []
  })
}

describe.each(['light', 'dark'] as const)('the %s template', theme => {
  const template: Template = defaultTemplate[theme]

  test('uses only names that the charting library knows', () => {
    const traceLayouts = Object.values(schema.traces!).map(trace => trace.layoutAttributes ?? {})
    const layout = Object.assign({}, ...traceLayouts, schema.layout?.layoutAttributes)
    expect(unknownNames(template.layout, layout, 'layout')).toEqual([])
    for (const [type, [style]] of Object.entries(template.data)) {
      expect(unknownNames(style, schema.traces?.[type]?.attributes, type)).toEqual([])
    }
  })

  test('is plain JSON, and small: it is part of every answer', () => {
    expect(JSON.parse(JSON.stringify(template))).toEqual(template)
    expect(JSON.stringify(template).length).toBeLessThan(10_000)
  })
})
