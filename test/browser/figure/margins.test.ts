import { describe, expect, test } from '@jest/globals'
import { prepareFigure } from '../../../src/browser/figure/prepare.ts'
import type { JsonObject } from '../../../src/browser/json.ts'
import { defaultTemplate } from '../../../src/plotly/default-template.ts'

/** Every letter is half as wide as the font is high. */
const tools = { measure: (text: string) => text.length * 50, readColour: () => null }

function layoutOf(layout: JsonObject, width: number | null, height: number | null, offline = true) {
  return prepareFigure(
    { data: [{ y: [1] }, { y: [2] }], layout, frames: [] },
    { width, height, theme: null, background: null, locale: null, offline },
    tools,
  ).layout
}
const plain = (layout: JsonObject) => ({ template: structuredClone(defaultTemplate.light), ...layout })
/** As from Python: a style of its own, margins for a whole page, titles and a legend. */
const express = (layout: JsonObject = {}) => ({
  template: { layout: { xaxis: { automargin: true } } },
  title: { text: 'Sold' },
  margin: { t: 60 },
  xaxis: { title: { text: 'month' } },
  legend: { tracegroupgap: 0, title: { text: 'shop' } },
  ...layout,
})
/** The library's own margins are 80, 80, 100 and 80. */
function plotIn(layout: JsonObject): readonly [width: number, height: number] {
  const margin = { l: 80, r: 80, t: 100, b: 80, ...(layout.margin as object) }
  return [Number(layout.width) - margin.l - margin.r, Number(layout.height) - margin.t - margin.b]
}

describe('an image that is requested smaller than its figure is meant', () => {
  test.each([
    ['in the default style', plain({ margin: { l: 40, r: 60, t: 80, b: 40 }, width: 900, height: 700 })],
    ['with a template', express()],
    ['with a template and margins', express({ margin: { l: 90, r: 90, t: 90, b: 90 } })],
    ['with a title at a place', express({ title: { text: 'Sold', y: 0.9 } })],
  ])('keeps its plot: %s', (_, figure) => {
    for (const [width, height] of [
      [160, 120],
      [160, 300],
      [400, 120],
      [100, 80],
      [40, 30],
    ] as const) {
      const [across, along] = plotIn(layoutOf(structuredClone(figure), width, height))
      expect(across).toBeGreaterThanOrEqual(Math.min(24, width / 2 - 1))
      expect(along).toBeGreaterThanOrEqual(Math.min(24, height / 2 - 1))
    }
  })

  test('is without the legend and titles of axes as a thumbnail, whatever its style', () => {
    const thumbnail = layoutOf(express(), 160, 120)
    expect(thumbnail).toMatchObject({ showlegend: false, xaxis: { title: { text: '' } } })
    expect(thumbnail.title).toMatchObject({ text: 'Sold', font: { size: 13 } })
    expect(thumbnail.minreducedheight).toBeLessThan(64)
  })

  test('has the margins of its author where they leave a plot', () => {
    const margin = { l: 40, r: 40, t: 60, b: 50 }
    for (const layout of [plain({ margin }), express({ margin })]) {
      expect(layoutOf(layout, 350, 250).margin).toMatchObject(margin)
    }
    expect(layoutOf(express(), 300, 220)).not.toHaveProperty('showlegend')
  })
})

test('a figure in its own size is as its author meant it, however small', () => {
  const own = express({ width: 160, height: 120, margin: { l: 80, r: 80, t: 60, b: 60 } })
  for (const layout of [layoutOf(structuredClone(own), null, null), layoutOf(own, 160, 120)]) {
    expect(layout.margin).toEqual({ l: 80, r: 80, t: 60, b: 60 })
    expect(layout).not.toHaveProperty('showlegend')
  }
})
