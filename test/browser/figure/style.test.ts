import { describe, expect, test } from '@jest/globals'
import { prepareFigure } from '../../../src/browser/figure/prepare.ts'
import { contrast, luminance, partsOf } from '../../../src/browser/figure/style/colours.ts'
import type { JsonObject } from '../../../src/browser/json.ts'
import { defaultTemplate } from '../../../src/plotly/default-template.ts'
import { darkPalette, lightPalette } from '../../../src/plotly/palettes.ts'

const named: Record<string, string> = { white: '#ffffff', black: '#000000' }
const tools = { measure: null, readColour: (text: string) => partsOf(named[text] ?? text) }

type Theme = 'light' | 'dark' | null

function draw(
  data: JsonObject[],
  layout: JsonObject = {},
  theme: Theme = null,
  background: string | null = null,
) {
  const styled = { template: structuredClone(defaultTemplate.light), ...layout }
  const asked = { width: 700, height: 500, theme, background, locale: null, offline: true }
  return prepareFigure({ data, layout: styled as JsonObject, frames: [] }, asked, tools)
}
const themeOf = (
  layout: JsonObject,
  theme: Theme,
  data: JsonObject[] = [],
  background: string | null = null,
) => {
  const { template } = draw(data, layout, theme, background).layout as {
    template: { layout: { paper_bgcolor: string } }
  }
  return template.layout.paper_bgcolor === darkPalette.paper ? 'dark' : 'light'
}
const times = (count: number, make: (i: number) => JsonObject) =>
  Array.from({ length: count }, (_, i) => make(i))

describe('a colour', () => {
  test.each([
    ['#ff0080', [1, 0, 128 / 255, 1]],
    ['rgba(10, 20, 30, 0.5)', [10 / 255, 20 / 255, 30 / 255, 0.5]],
    ['#1f77b480', null],
    ['x#ffffff', null],
    ['rebeccapurple', null],
  ])('is read as a canvas writes it: %s', (text, parts) => {
    expect(partsOf(text)).toEqual(parts)
  })

  test.each([
    ['#000000', 0],
    ['#0a0a0a', 0.00304],
    ['#808080', 0.21586],
    ['#ff0000', 0.2126],
    ['#ffffff', 1],
  ])('has the luminance that WCAG gives it: %s', (text, light) => {
    expect(luminance(partsOf(text)!)).toBeCloseTo(light, 4)
  })
})

describe('series beyond the colours of the style', () => {
  test('have another dash, symbol or pattern each time a colour comes round', () => {
    const lines = draw(times(21, i => ({ y: [i] }))).data
    expect(lines.slice(0, 10).map(trace => trace.line)).toEqual(Array(10).fill(undefined))
    expect([lines[10], lines[20]].map(trace => trace?.line)).toEqual([{ dash: 'dash' }, { dash: 'dot' }])
    expect(lines[10]?.marker).toEqual({ symbol: 'diamond' })
    expect(draw(times(11, () => ({ type: 'bar' }))).data[10]?.marker).toMatchObject({
      pattern: { shape: '/' },
    })
  })

  test('have the last dash for good, and need colours to be told by', () => {
    const lines = draw(times(51, i => ({ y: [i] }))).data
    expect([lines[30], lines[50]].map(trace => trace?.line)).toEqual([
      { dash: 'dashdot' },
      { dash: 'dashdot' },
    ])
    expect(
      draw(
        times(2, () => ({})),
        { colorway: [] },
      ).data,
    ).toEqual([{}, {}])
  })

  test.each(['barpolar', 'histogram2d', 'pie'])('stay as they are where they are a %s', type => {
    expect(draw(times(11, () => ({ type }))).data[10]).toEqual({ type })
  })

  test('keep a colour, a dash and a symbol of their own', () => {
    const own = { line: { color: 'red' } }
    expect(draw([...times(10, () => ({})), structuredClone(own)]).data[10]).toEqual(own)
    const marked = { marker: { color: 'red' } }
    expect(draw([...times(10, () => ({})), structuredClone(marked)]).data[10]).toEqual(marked)
    const dotted = draw([...times(10, () => ({})), { line: { dash: 'dot' } }]).data[10]
    expect(dotted?.line).toEqual({ dash: 'dot' })
  })

  test('are left alone under a template that somebody brings', () => {
    expect(
      draw(
        times(11, () => ({ y: [1] })),
        { template: {} },
      ).data[10],
    ).toEqual({ y: [1] })
  })
})

describe('a colour scale', () => {
  const { diverging } = defaultTemplate.light.layout.colorscale as { diverging: unknown }

  test('around a middle has one', () => {
    expect(draw([{ type: 'heatmap', zmin: -1, zmax: 1 }]).data[0]?.colorscale).toEqual(diverging)
    expect(draw([{ type: 'heatmap', zmid: 20 }]).data[0]?.colorscale).toEqual(diverging)
  })

  test('stays where there is no middle, or the author chose', () => {
    expect(draw([{ type: 'heatmap', zmin: -1, zmax: 5 }]).data[0]).not.toHaveProperty('colorscale')
    expect(draw([{ type: 'heatmap', zmin: 1, zmax: -1 }]).data[0]).not.toHaveProperty('colorscale')
    expect(draw([{ type: 'heatmap', zmin: 0, zmax: 0 }]).data[0]).not.toHaveProperty('colorscale')
    expect(draw([{ type: 'heatmap', zmid: 0, colorscale: 'Blues' }]).data[0]?.colorscale).toBe('Blues')
  })

  test('gives points an edge, so that the lightest are seen', () => {
    expect(draw([{ marker: { color: [1, 2] } }]).data[0]?.marker).toMatchObject({
      line: { color: lightPalette.muted },
    })
    expect(draw([{ marker: { color: ['red', 'blue'] } }]).data[0]?.marker).not.toHaveProperty('line')
    expect(draw([{ marker: { coloraxis: 'coloraxis' } }]).data[0]?.marker).toHaveProperty('line')
    expect(draw([{ marker: { color: [1], line: { width: 0 } } }]).data[0]?.marker).toMatchObject({
      line: { width: 0 },
    })
  })
})

describe('words inside marks', () => {
  interface Hooks {
    readonly plotgateStyle: { inkOn(colour: unknown): string | null; chosen: string } | null
  }
  const hooks = () => (globalThis as unknown as Hooks).plotgateStyle
  const asked = (colour: unknown) => hooks()?.inkOn(colour) ?? null
  const lightOf = (colour: string) => luminance(partsOf(colour)!)

  test.each([
    ['light', lightPalette],
    ['dark', darkPalette],
  ] as const)('have 4.5:1 on every colour of the %s style (WCAG 2.2, 1.4.3)', (theme, palette) => {
    draw([], {}, theme)
    const colours = [...palette.series, ...palette.sequential, ...palette.diverging]
    const weak = colours.filter(each => contrast(lightOf(each), lightOf(asked(each)!)) < 4.5)
    expect(weak).toEqual([])
  })

  test('are on what shows through a mark, and the library’s own on what is not a colour', () => {
    draw([])
    expect(asked('rgba(0, 0, 0, 0.2)')).toBe('#000000')
    draw([], { paper_bgcolor: 'black' })
    expect(asked('rgba(255, 255, 255, 0.2)')).toBe('#ffffff')
    draw([], { paper_bgcolor: 'white', plot_bgcolor: 'black' })
    expect(asked('rgba(255, 255, 255, 0.2)')).toBe('#ffffff')
    draw([], { paper_bgcolor: '#808080' })
    expect(asked('rgba(255, 255, 255, 0.1)')).toBe('#000000')
    draw([], { paper_bgcolor: '#202020' })
    expect(asked('rgba(255, 255, 255, 0.05)')).toBe('#ffffff')
    expect(asked('no colour')).toBeNull()
    expect(asked(undefined)).toBeNull()
  })

  test('on a ground of their own have an ink that is read there, unless they have a colour', () => {
    const legend = { bgcolor: '#add8e6' }
    const fontOf = (own: JsonObject, theme: 'light' | 'dark') =>
      (draw([], { legend: structuredClone(own) }, theme).layout.legend as JsonObject).font
    expect(fontOf(legend, 'dark')).toEqual({ color: '#000000' })
    expect(fontOf(legend, 'light')).toBeUndefined()
    expect(fontOf({ ...legend, font: { color: 'white' } }, 'dark')).toEqual({ color: 'white' })
    expect(draw([], { annotations: [{ text: 'a', bgcolor: 'white' }] }, 'dark').layout).toMatchObject({
      annotations: [{ font: { color: '#000000' } }],
    })
    // What is under it shows through, or nothing is known of the words.
    expect(fontOf({ bgcolor: 'rgba(255, 255, 255, 0.4)' }, 'dark')).toBeUndefined()
    const unknown = { font: { color: 'no colour' }, legend: structuredClone(legend) }
    expect(draw([], unknown, 'dark').layout.legend).toEqual(legend)
  })

  test('are read on the grounds of a table’s cells, be these one, one a column or one each', () => {
    const inksOf = (part: JsonObject, theme: 'light' | 'dark') =>
      draw([{ type: 'table', header: {}, cells: structuredClone(part) }], {}, theme).data[0]?.cells
    const filled = (color: unknown) => ({ fill: { color } })
    expect(inksOf(filled('#e6e6fa'), 'dark')).toMatchObject({ font: { color: '#000000' } })
    expect(inksOf(filled(['#e6e6fa', ['#101010', 'white']]), 'dark')).toMatchObject({
      font: { color: ['#000000', [darkPalette.ink, '#000000']] },
    })
    expect(inksOf(filled('#2f4f4f'), 'light')).toMatchObject({ font: { color: '#ffffff' } })
    expect(inksOf({ ...filled('white'), font: { color: 'grey' } }, 'dark')).toMatchObject({
      font: { color: 'grey' },
    })
    expect(inksOf(filled('white'), 'light')).not.toHaveProperty('font')
    expect(inksOf({}, 'dark')).not.toHaveProperty('font')
  })

  test('are the library’s own, like all it draws, under a template that somebody brings', () => {
    draw([], { template: {} })
    expect(hooks()).toBeNull()
  })

  test.each([
    { paper_bgcolor: 'no colour' },
    { paper_bgcolor: 'white', plot_bgcolor: 'no colour' },
    { font: { color: 'no colour' } },
  ])('are the library’s own where a colour of the figure is not known: %j', layout => {
    draw([], structuredClone(layout))
    expect(hooks()).toBeNull()
  })

  test('are on a button whose ground has a little of their own colour', () => {
    draw([], { paper_bgcolor: 'white', font: { color: '#808080' } })
    expect(hooks()?.chosen).toBe('rgb(240,240,240)')
    draw([], { paper_bgcolor: 'black', font: { color: 'white' } })
    expect(hooks()?.chosen).toBe('rgb(31,31,31)')
  })

  test('are read on the chosen button of a menu', () => {
    for (const [layout, theme, ink] of [
      [{}, 'light', lightPalette.ink],
      [{}, 'dark', darkPalette.ink],
      [{ paper_bgcolor: 'black', font: { color: 'white' } }, null, '#ffffff'],
    ] as const) {
      draw([], structuredClone(layout), theme)
      const [red, green, blue] = hooks()!
        .chosen.match(/\d+/g)!
        .map(each => Number(each) / 255)
      expect(contrast(luminance([red!, green!, blue!]), lightOf(ink))).toBeGreaterThan(4.5)
    }
  })
})

describe('a theme that is asked for', () => {
  test('is taken where the figure can be read in it', () => {
    expect(themeOf({}, 'dark')).toBe('dark')
    expect(themeOf({ font: { color: '#e0e0e0' } }, 'dark')).toBe('dark')
    expect(themeOf({ paper_bgcolor: '#101010' }, 'dark')).toBe('dark')
  })

  test('gives way to grounds and words of the figure that are made for the other', () => {
    expect(themeOf({ paper_bgcolor: 'white' }, 'dark')).toBe('light')
    expect(themeOf({ plot_bgcolor: '#f3ecdc' }, 'dark')).toBe('light')
    expect(themeOf({ paper_bgcolor: '#101010' }, 'light')).toBe('dark')
    expect(themeOf({ font: { color: 'black' } }, 'dark')).toBe('light')
    expect(themeOf({ font: { color: 'white' } }, 'light')).toBe('dark')
  })

  test('is that of a dark ground where none is asked for, of the figure or of its image', () => {
    expect(themeOf({ paper_bgcolor: '#101010' }, null)).toBe('dark')
    expect(themeOf({ plot_bgcolor: '#101010' }, null)).toBe('dark')
    expect(themeOf({ paper_bgcolor: 'rgba(16, 16, 16, 0.4)' }, null)).toBe('light')
    expect(themeOf({ paper_bgcolor: 'white', plot_bgcolor: '#101010' }, null)).toBe('light')
    expect(themeOf({ font: { color: 'white' } }, null)).toBe('light')
    expect(themeOf({}, null, [], '#101010')).toBe('dark')
    expect(themeOf({ paper_bgcolor: '#101010' }, null, [], 'white')).toBe('light')
    const own = { layout: { paper_bgcolor: 'white' } }
    expect(draw([], { template: own, paper_bgcolor: '#101010' }).layout.template).toEqual(own)
  })

  test('gives way to marks of the figure that are lost on a dark ground, not to light ones on a light one', () => {
    expect(themeOf({}, 'dark', [{ line: { color: 'black' } }])).toBe('light')
    expect(themeOf({}, 'dark', [{}, { type: 'bar', marker: { color: '#000080' } }])).toBe('light')
    expect(themeOf({ shapes: [{ line: { color: 'black' } }] }, 'dark')).toBe('light')
    expect(themeOf({ annotations: [{ font: { color: 'black' } }] }, 'dark')).toBe('light')
    expect(themeOf({ annotations: [{ bgcolor: 'white', font: { color: 'black' } }] }, 'dark')).toBe('dark')
    expect(themeOf({}, 'dark', [{ line: { color: '#1f77b4' } }])).toBe('dark')
    expect(themeOf({}, 'light', [{ line: { color: '#ffff00' } }])).toBe('light')
  })
})

describe('markers', () => {
  const sizeOf = (trace: JsonObject) => (draw([trace]).data[0]!.marker as JsonObject | undefined)?.size
  const many = Array.from({ length: 3_000 }, (_, i) => i)

  test('are smaller where thousands would cover each other, unless their author sets a size', () => {
    const dots = { mode: 'markers', x: many, y: many }
    expect(sizeOf({ ...dots })).toBe(4)
    expect(sizeOf({ ...dots, x: [1] })).toBeUndefined()
    expect(sizeOf({ ...dots, mode: 'lines' })).toBeUndefined()
    expect(sizeOf({ ...dots, type: 'scattergl', marker: { size: 9 } })).toBe(9)
    const bdata = Buffer.from(new Float64Array(12_000).buffer).toString('base64')
    const packed = { dtype: 'f8', bdata }
    expect(sizeOf({ type: 'scattergl', mode: 'markers', x: packed, y: packed })).toBe(3)
  })
})
