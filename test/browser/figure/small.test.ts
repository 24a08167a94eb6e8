import { describe, expect, test } from '@jest/globals'
import { prepareFigure } from '../../../src/browser/figure/prepare.ts'
import type { JsonObject } from '../../../src/browser/json.ts'
import { defaultTemplate } from '../../../src/plotly/default-template.ts'

/** Every letter is half as wide as the font is high. */
const tools = { measure: (text: string) => text.length * 50, readColour: () => null }

function draw(width: number, height: number, layout: JsonObject, data: JsonObject[] = []) {
  const { light } = structuredClone(defaultTemplate)
  return prepareFigure(
    { data, layout: { template: light, ...layout }, frames: [] },
    { width, height, theme: null, background: null, locale: null, offline: true },
    tools,
  )
}

const months = Array.from({ length: 12 }, (_, month) => `2024-${String(month + 1).padStart(2, '0')}-01`)

describe('a thumbnail', () => {
  const titles = {
    title: { text: 'Visitors of the two regions by month', subtitle: { text: 'in thousands' } },
    xaxis: { title: { text: 'month' } },
    yaxis: { title: { text: 'visitors' } },
  }

  test('has a title of one short line, and no titles of axes', () => {
    const { layout } = draw(160, 120, titles)
    expect(layout.title).toEqual({
      text: 'Visitors of the two…',
      font: { size: 13 },
      pad: { l: 10, t: 10, b: 0 },
    })
    expect(layout.margin).toMatchObject({ t: 37, b: 10 })
    expect(layout).toMatchObject({ xaxis: { title: { text: '' } }, yaxis: { title: { text: '' } } })
  })

  test('that is higher has two lines; what its author sets stays', () => {
    const { title } = draw(160, 180, { title: { ...titles.title, font: { size: 12 } } }).layout
    expect(title).toMatchObject({ text: 'Visitors of the two<br>regions by month', font: { size: 12 } })
    expect(draw(160, 120, { title: { text: 'Visitors', y: 0.5 } }).layout.title).toMatchObject({ y: 0.5 })
  })

  test('has no legend, unless its author wants one', () => {
    const series = [{ y: [1] }, { y: [2] }]
    expect(draw(160, 120, {}, series).layout).toMatchObject({ showlegend: false })
    expect(draw(160, 120, { showlegend: true }, series).layout).toMatchObject({ showlegend: true })
    expect(draw(300, 200, {}, series).layout).not.toHaveProperty('showlegend')
  })

  test('is small in both directions', () => {
    for (const [width, height] of [
      [160, 300],
      [600, 80],
    ] as const) {
      expect(draw(width, height, titles).layout).toMatchObject({ yaxis: { title: { text: 'visitors' } } })
    }
  })
})

describe('dates of a narrow axis', () => {
  const axisOf = (width: number, layout: JsonObject = {}, x: unknown[] = months) =>
    draw(width, 200, layout, [{ x, y: x }]).layout.xaxis

  test('are few, and beside each other', () => {
    expect(axisOf(160)).toEqual({ nticks: 3, tickangle: 0 })
    expect(axisOf(330)).toEqual({ nticks: 3 })
  })

  test('stay where there is room, where they are numbers, and as their author sets them', () => {
    expect(axisOf(700)).toBeUndefined()
    expect(axisOf(160, {}, [1, 2])).toBeUndefined()
    expect(draw(160, 120, {}, [{ type: 'scatter3d', x: months }]).layout).not.toHaveProperty('xaxis')
    expect(axisOf(160, { xaxis: { dtick: 'M1' } })).toEqual({ dtick: 'M1' })
  })
})

test('a short logarithmic axis has its powers of ten alone, unless its author sets others', () => {
  const axisOf = (width: number, more: JsonObject = {}) =>
    draw(width, 300, { xaxis: { type: 'log', domain: [0, 0.3], ...more } }).layout.xaxis
  expect(axisOf(390)).toMatchObject({ dtick: 1 })
  expect(axisOf(390, { dtick: 2 })).toMatchObject({ dtick: 2 })
  expect(axisOf(390, { type: 'linear' })).not.toHaveProperty('dtick')
  expect(axisOf(700)).not.toHaveProperty('dtick')
})

test('dates and numbers below a plot take no height as names do, and a title beside it is never broken into letters', () => {
  const hours = Array.from({ length: 24 }, (_, hour) => `2024-03-01 ${String(hour).padStart(2, '0')}:00`)
  const titleOf = (x: unknown[]) =>
    draw(300, 200, { yaxis: { title: { text: 'load' } } }, [{ x, y: x }]).layout.yaxis
  for (const x of [hours, hours.map((_, hour) => `${2000 + hour}`), hours.map(hour => `${hour}, a name`)]) {
    expect(titleOf(x)).toMatchObject({ title: { text: 'load' } })
  }
})

test('titles of narrow columns get smaller letters before a word is broken', () => {
  const names = ['xaxis', 'xaxis2', 'xaxis3', 'xaxis4']
  const columns = (font: object) =>
    Object.fromEntries(
      names.map((name, at) => [
        name,
        { domain: [at / 4, at / 4 + 0.22], title: { text: 'gdpPerCapita', ...font } },
      ]),
    )
  const titleOf = (font: object) =>
    (draw(390, 470, columns(font)).layout.xaxis as { title: JsonObject }).title
  expect(titleOf({})).toEqual({ text: 'gdpPerCapita', font: { size: 10 } })
  expect(titleOf({ font: { size: 20 } })).toEqual({ text: 'gdpPer<br>Capita', font: { size: 20 } })
})

test('plots in three columns have their legend below them on a phone', () => {
  const legendOf = (width: number, end: number) =>
    draw(width, 470, { xaxis: { domain: [0, end] } }, [{ name: 'a' }, { name: 'b' }]).layout.legend
  expect(legendOf(390, 0.3)).toMatchObject({ orientation: 'h', y: 0 })
  expect(legendOf(390, 0.45)).toBeUndefined()
  expect(legendOf(700, 0.3)).toBeUndefined()
})

describe('a small pie with many long names', () => {
  const names = Array.from({ length: 10 }, (_, at) => `Appliances and electronics ${at}`)
  const pie = (width: number, height: number, more: JsonObject = {}) =>
    draw(width, height, { title: { text: 'Revenue' } }, [
      { type: 'pie', labels: names, values: names, ...more },
    ])

  test('has them whole in two columns, and its numbers inside', () => {
    const { data, layout } = pie(300, 300)
    expect(layout.legend).toMatchObject({ font: { size: 9 }, orientation: 'h', maxheight: 0.6 })
    expect(layout.showlegend).toBeUndefined()
    expect(data[0]).toMatchObject({ textposition: 'inside', automargin: false })
    expect((data[0]!.labels as string[])[0]).toBe('Appliances and<br>electronics 0')
  })

  test('goes without names where even these have no room', () => {
    expect(pie(240, 240).layout.showlegend).toBe(false)
    expect(pie(160, 120)).toMatchObject({ layout: { showlegend: false }, data: [{ textposition: 'inside' }] })
  })

  test('keeps what its author sets', () => {
    expect(pie(300, 300, { textposition: 'outside' }).data[0]).toMatchObject({ textposition: 'outside' })
    expect(pie(700, 500).data[0]).not.toHaveProperty('textposition')
  })
})
