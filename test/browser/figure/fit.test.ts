import { describe, expect, test } from '@jest/globals'
import { prepareFigure } from '../../../src/browser/figure/prepare.ts'
import type { JsonObject } from '../../../src/browser/json.ts'

const template = {
  layout: {
    meta: 'default',
    font: { family: 'sans', size: 12 },
    title: { pad: { l: 24, t: 20 }, font: { size: 20, weight: 600 }, subtitle: { font: { size: 10 } } },
    margin: { l: 70, r: 30, t: 70, b: 50 },
  },
}
/** Every letter is half as wide as the font is high: 36 letters of a headline stand in 408 pixels. */
const tools = {
  templates: { light: template, dark: { layout: {} } },
  measure: (text: string) => text.length * 50,
}

function draw(layout: JsonObject, data: JsonObject[] = [], width = 408) {
  return prepareFigure(
    { data, layout: { template: structuredClone(template), ...layout }, frames: [] },
    { width, height: 400, theme: null, background: null, locale: null, offline: true },
    tools,
  )
}
const titleOf = (layout: JsonObject, width?: number) =>
  (draw(layout, [], width).layout.title as { text: string }).text

describe('a headline', () => {
  test('that fits stays as it is, and nothing is added', () => {
    const { layout } = draw({ title: 'Sales by month' })
    expect(layout.title).toEqual({ text: 'Sales by month' })
    expect(layout).not.toHaveProperty('margin')
  })

  test('that would be cut off is broken between words, and the plot makes room', () => {
    const { layout } = draw({ title: 'The average number of visitors per working day in the two regions' })
    expect(layout.title).toMatchObject({
      text: 'The average number of visitors per<br>working day in the two regions',
    })
    expect((layout.margin as { t: number }).t).toBeGreaterThan(70)
  })

  test('is broken where the figure ends, as wide as that is', () => {
    const title = 'The average number of visitors per working day'
    expect(titleOf({ title }, 1000)).toBe(title)
    expect(titleOf({ title }, 248)).toBe('The average number<br>of visitors per<br>working day')
  })

  test('keeps its tags and its own lines; tags take no room', () => {
    expect(
      titleOf({ title: '<b>The average</b><br>number of visitors on <a href="x y">this</a> page there' }),
    ).toBe('<b>The average</b><br>number of visitors on <a href="x y">this</a> page<br>there')
  })

  test('has small letters in their own size, also in the lines after the one in which they begin', () => {
    // 51 small letters are as wide as 36 others.
    const small = 'of visitors per working day in the two regions'
    expect(titleOf({ title: `Sales<br><sup>${small}</sup>` })).toBe(`Sales<br><sup>${small}</sup>`)
    expect(titleOf({ title: `<SUB>${small} and ${small}</SUB>` })).toBe(`<SUB>${small} and<br>${small}</SUB>`)
    expect(titleOf({ title: `H<sub>2</sub>O ${'x'.repeat(32)}` })).toBe(`H<sub>2</sub>O ${'x'.repeat(32)}`)
  })

  test('of one endless word is broken within it, and one without end is told to go on', () => {
    expect(titleOf({ title: 'x'.repeat(50) })).toBe(`${'x'.repeat(36)}<br>${'x'.repeat(14)}`)
    expect(titleOf({ title: 'word '.repeat(100) }).split('<br>')).toHaveLength(4)
    expect(titleOf({ title: 'word '.repeat(100) })).toMatch(/…$/)
  })

  test('has its long words broken behind a joint, unless that leaves the line nearly empty', () => {
    expect(titleOf({ title: `${'x'.repeat(20)}-${'y'.repeat(30)}` })).toBe(
      `${'x'.repeat(20)}-<br>${'y'.repeat(30)}`,
    )
    expect(titleOf({ title: `${'x'.repeat(5)}-${'y'.repeat(45)}` })).toBe(
      `${'x'.repeat(5)}-${'y'.repeat(30)}<br>${'y'.repeat(15)}`,
    )
  })

  test('of TeX is one piece', () => {
    const title = `$${'x'.repeat(60)}$`
    expect(titleOf({ title })).toBe(title)
  })

  test('with a subtitle gets room for both', () => {
    const { layout } = draw({ title: { text: 'Sales', subtitle: 'in thousands of pieces' } })
    expect((layout.margin as { t: number }).t).toBeGreaterThan(70)
    const long = draw({ title: { text: 'Sales', subtitle: 'word '.repeat(20).trim() } }).layout
    // Letters of five pixels, in the width between the sides of the headline.
    expect(long.title).toMatchObject({
      subtitle: { text: `${'word '.repeat(14).trim()}<br>${'word '.repeat(6).trim()}` },
    })
  })

  test('leaves the margin and the place that a layout asks for', () => {
    const text = 'The average number of visitors per working day in the two regions'
    expect(draw({ title: text, margin: { t: 40 } }).layout.margin).toEqual({ t: 40 })
    expect(draw({ title: { text, y: 0.5 } }).layout).not.toHaveProperty('margin')
    expect(draw({ title: { text, yref: 'paper' } }).layout).not.toHaveProperty('margin')
  })
})

describe('a headline that makes its own room', () => {
  const text = 'The average number of visitors per working day in the two regions'

  test('of several lines gets it here: the library would move them out of the picture', () => {
    for (const margin of [undefined, { t: 0 }, { t: 20 }]) {
      const { layout } = draw({ title: { text, automargin: true }, ...(margin && { margin }) })
      expect(layout.title).toMatchObject({ text: expect.stringContaining('<br>'), automargin: false })
      expect((layout.margin as { t: number }).t).toBeGreaterThan(70)
    }
    expect(draw({ title: { text, automargin: true }, margin: { t: 200 } }).layout.margin).toEqual({ t: 200 })
  })

  test('of several lines, or of TeX, begins lower by the height of a capital, unless it says where', () => {
    expect(draw({ title: { text } }).layout.title).toMatchObject({ pad: { l: 24, t: 34 } })
    expect(draw({ title: { text: '$x$' } }).layout.title).toMatchObject({ pad: { l: 24, t: 34 } })
    expect(draw({ title: { text, pad: { t: 5 } } }).layout.title).toMatchObject({ pad: { t: 5 } })
    expect(draw({ title: { text: 'Sales' } }).layout.title).not.toHaveProperty('pad')
  })

  test('of one line, or at a place of its own, is left to the library', () => {
    for (const title of [
      { text: 'Sales', automargin: true },
      { text, automargin: true, y: 0.9 },
    ]) {
      const { layout } = draw({ title, margin: { t: 0 } })
      expect(layout.title).toHaveProperty('automargin', true)
      expect(layout.margin).toEqual({ t: 0 })
    }
  })
})

describe('a horizontal colour bar', () => {
  const lying = { orientation: 'h' }
  const below = { orientation: 'h', yref: 'container', yanchor: 'top' }

  test('stands right below the headline, wherever the bar is named', () => {
    const { data, layout } = draw({ title: 'Sales', coloraxis: { colorbar: lying } }, [
      { type: 'heatmap', colorbar: lying },
      { marker: { colorbar: lying } },
    ])
    const [heatmap, marked] = data as [JsonObject, { marker: JsonObject }]
    const { coloraxis } = layout as { coloraxis: { colorbar: { y: number } } }
    for (const bar of [heatmap.colorbar, marked.marker.colorbar, coloraxis.colorbar]) {
      expect(bar).toMatchObject(below)
    }
    // A headline of 20 pixels, 20 below the top of 400.
    expect(coloraxis.colorbar.y).toBeCloseTo(1 - 46 / 400)
  })

  test('stays where a layout puts it, or where there is no headline to spoil', () => {
    const barOf = (layout: JsonObject, colorbar: JsonObject) =>
      draw(layout, [{ type: 'heatmap', colorbar }]).data[0]?.colorbar
    expect(barOf({ title: 'Sales' }, { orientation: 'h', y: -0.2 })).toEqual({ orientation: 'h', y: -0.2 })
    expect(barOf({ title: 'Sales' }, {})).toEqual({})
    const titled = { orientation: 'h', title: { text: 'pieces', side: 'top' } }
    expect(barOf({ title: 'Sales' }, titled)).toEqual(titled)
    expect(barOf({}, lying)).toEqual(lying)
    expect(barOf({ title: { text: 'Sales', y: 0.5 } }, lying)).toEqual(lying)
  })
})

describe('a legend', () => {
  const long = 'visitors in the northern regions'
  const named = (...names: string[]) => names.map(name => ({ name }))

  test('of long names goes below the plot, of short ones stays beside it', () => {
    expect(draw({}, named(long, 'b')).layout.legend).toMatchObject({
      orientation: 'h',
      yref: 'container',
      y: 0,
    })
    expect(draw({}, named('a', 'b')).layout).not.toHaveProperty('legend')
    expect(draw({}, named(long, 'b'), 1200).layout).not.toHaveProperty('legend')
    const pie = { type: 'pie', labels: [long, 'b'], values: [1, 2] }
    expect(draw({}, [pie]).layout.legend).toMatchObject({ orientation: 'h' })
  })

  test('of a pie goes below it where that is narrow: beside it would take its width', () => {
    const pie = { type: 'pie', labels: ['a', 'b'], values: [1, 2] }
    expect(draw({}, [pie]).layout.legend).toMatchObject({ orientation: 'h' })
    expect(draw({}, [pie], 700).layout).not.toHaveProperty('legend')
  })

  test('stays where a layout puts it, and is none where none is shown', () => {
    expect(draw({ legend: { x: 0.1, y: 0.9 } }, named(long, 'b')).layout.legend).toEqual({ x: 0.1, y: 0.9 })
    expect(draw({ showlegend: false }, named(long, 'b')).layout).not.toHaveProperty('legend')
    expect(draw({}, named(long)).layout).not.toHaveProperty('legend')
  })

  test('leaves a plot beside the labels of its axes, and a figure without room has none', () => {
    const { layout } = draw({}, named(long, 'b'))
    const { maxheight } = layout.legend as { maxheight: number }
    expect(maxheight * 400).toBeLessThanOrEqual(400 - 70 - 50 - 40)
    expect(layout.minreducedheight).toBeGreaterThan(64)
    expect(draw({ minreducedheight: 300 }, named(long, 'b')).layout.minreducedheight).toBe(300)
    const tight = { margin: { t: 200, b: 140 } }
    expect(draw(tight, named(long, 'b')).layout).toMatchObject({ showlegend: false })
    expect(draw(tight, named(long, 'b')).layout).not.toHaveProperty('legend')
    const asked = draw({ ...tight, showlegend: true }, named(long, 'b')).layout
    expect(asked).toMatchObject({ showlegend: true })
  })

  test('has names no wider than the figure', () => {
    const [first] = draw({}, named(`${long}, ${long}, ${long}`, 'b')).data
    expect(String(first?.name).split('<br>')).toHaveLength(2)
  })
})

test('a title of an axis longer than its axis is broken', () => {
  const title = 'visitors per working day in the northern and the southern regions'
  const { layout } = draw({ xaxis: { title }, yaxis: { title: 'visitors' } })
  expect((layout.xaxis as { title: { text: string } }).title.text).toContain('<br>')
  expect(layout.yaxis).toEqual({ title: { text: 'visitors' } })
})

describe('titles of axes side by side', () => {
  const [one, other] = ['visitors of the first half', 'visitors of the second half']
  const titlesOf = (layout: JsonObject, width?: number) => {
    const fitted = draw(structuredClone(layout), [], width).layout as Record<
      string,
      { title: { text: string } }
    >
    return [fitted.xaxis!.title.text, fitted.xaxis2!.title.text]
  }
  const axes = { xaxis: { title: one }, xaxis2: { title: other } }

  test('are broken where they would meet, in columns of a grid and in places of their own', () => {
    const broken = ['visitors of the<br>first half', 'visitors of the<br>second half']
    expect(titlesOf({ ...axes, grid: { rows: 1, columns: 2 } })).toEqual(broken)
    const [left, right] = [{ domain: [0, 0.45] }, { domain: [0.55, 1] }]
    const placed = { xaxis: { ...axes.xaxis, ...left }, xaxis2: { ...axes.xaxis2, ...right } }
    expect(titlesOf(placed)).toEqual(['visitors of the first<br>half', 'visitors of the second<br>half'])
  })

  test('stay where there is room, or where they stand below each other', () => {
    expect(titlesOf({ ...axes, grid: { rows: 1, columns: 2 } }, 700)).toEqual([one, other])
    expect(titlesOf(axes)).toEqual([one, other])
  })
})

describe('names of categories at the left', () => {
  const long = 'visitors in the northern and the southern regions'
  const bars = { type: 'bar', orientation: 'h', y: [long, 'short'], x: [1, 2] }
  const aliasOf = (layout: JsonObject, width?: number) =>
    (draw(layout, [bars], width).layout.yaxis as JsonObject | undefined)?.labelalias

  test('are broken where they would leave the plot no room', () => {
    expect(Object.keys(aliasOf({}) as object)).toEqual([long])
    expect((aliasOf({}) as Record<string, string>)[long]).toContain('<br>')
    expect(aliasOf({}, 1200)).toBeUndefined()
  })

  test('stay as their author writes them', () => {
    expect(aliasOf({ yaxis: { labelalias: { short: 's' } } })).toEqual({ short: 's' })
    expect(aliasOf({ yaxis: { ticktext: ['a', 'b'], tickvals: [0, 1] } })).toBeUndefined()
  })
})

test('names of close rows have one line', () => {
  const names = Array.from(
    { length: 25 },
    (_, row) => `visitors in the northern and the southern regions ${row}`,
  )
  const { layout } = draw({}, [{ type: 'bar', orientation: 'h', y: names, x: names.map(() => 1) }])
  const labels = Object.values((layout.yaxis as { labelalias: Record<string, string> }).labelalias)
  expect(labels.filter(label => label.includes('<br>') || !label.endsWith('…'))).toEqual([])
})

describe('names of columns', () => {
  const aliasOf = (names: string[], width: number, layout: JsonObject = {}) =>
    (
      draw(layout, [{ type: 'bar', x: names, y: names.map(() => 1) }], width).layout.xaxis as
        | JsonObject
        | undefined
    )?.labelalias

  test('are broken where that lets them stand side by side', () => {
    expect(aliasOf(['Sales abroad', 'Sales'], 250)).toEqual({ 'Sales abroad': 'Sales<br>abroad' })
    expect(aliasOf(['Sales abroad', 'Sales'], 400)).toBeUndefined()
    expect(aliasOf(['Sales abroad', 'Sales'], 250, { xaxis: { labelalias: {} } })).toEqual({})
  })

  test('that are turned leave a plot, and a legend of long names its place', () => {
    const names = Array.from({ length: 12 }, (_, at) => `${'visitors of the regions '.repeat(5)}${at}`)
    const labels = Object.values(aliasOf(names, 408) as Record<string, string>)
    expect(labels).toHaveLength(12)
    // Six pixels a letter, of 400.
    expect(Math.max(...labels.map(({ length }) => length)) * 6).toBeLessThan(400 * 0.3 + 12)
  })
})

test('names of columns side by side are as long as those of columns in the whole plot', () => {
  const names = Array.from({ length: 8 }, (_, at) => `Expenses ${at}`)
  const bars = { type: 'bar', x: names, y: names.map(() => 1) }
  const { layout } = draw({ xaxis: { domain: [0, 0.45] } }, [bars])
  expect(layout.xaxis).toEqual({ domain: [0, 0.45] })
})

describe('titles of subplots side by side', () => {
  const title = (text: string, x: number, members: JsonObject = {}) => ({
    ...{ text, x, y: 1, xref: 'paper', yref: 'paper', xanchor: 'center', yanchor: 'bottom' },
    ...{ showarrow: false, font: { size: 16 } },
    ...members,
  })
  const notesOf = (annotations: JsonObject[], width = 400) =>
    draw({ annotations }, [], width).layout.annotations as { text: string; font: { size: number } }[]

  test('have smaller letters where they would meet, all of them', () => {
    const titles = [title('Profit and loss of 2025', 0.25), title('Hiring', 0.75)]
    expect(notesOf(structuredClone(titles), 1000)).toEqual(titles)
    // 150 pixels from middle to middle, for 23 letters.
    expect(notesOf(structuredClone(titles)).map(({ font }) => font.size)).toEqual([12, 12])
  })

  test('have lines before they are too small to read', () => {
    const titles = [title('Profit and loss statement of the year 2025', 0.25), title('Hiring', 0.75)]
    expect(notesOf(titles)).toMatchObject([
      { text: 'Profit and loss statement of<br>the year 2025', font: { size: 9 } },
      { text: 'Hiring', font: { size: 9 } },
    ])
  })

  test('leave a legend beside the plot its space, and are broken behind an equals sign', () => {
    const titles = (name: string) => [title(`country=${name}`, 0.25), title('country=India', 0.75)]
    const sizeOf = (layout: JsonObject) =>
      (
        draw(
          { annotations: titles('Central Africa'), ...layout },
          [{ name: 'Americas' }, { name: 'Asia' }],
          500,
        ).layout.annotations as { font: { size: number } }[]
      )[0]!.font.size
    expect(sizeOf({})).toBeLessThan(sizeOf({ showlegend: false }))
    expect(sizeOf({ legend: { x: 0 } })).toBe(sizeOf({ showlegend: false }))
    expect(notesOf(titles('Ethiopia'), 210)[0]).toMatchObject({
      text: 'country=<br>Ethiopia',
      font: { size: 9 },
    })
  })

  test('stay if they are alone, turned or elsewhere', () => {
    const long = 'Profit and loss statement of 2025'
    for (const members of [
      { y: 0.4 },
      { textangle: 90 },
      { xanchor: 'left' },
      { xref: 'x' },
      { visible: false },
    ]) {
      const [first] = notesOf([title(long, 0.25, members), title(long, 0.75)])
      expect(first).toMatchObject({ font: { size: 16 } })
    }
  })
})

describe('names about a circle', () => {
  const radar = (...theta: unknown[]) => [{ type: 'scatterpolar', r: [1, 2], theta }]

  test('are broken where its sides have no room, and it leaves them some', () => {
    const { polar } = draw({}, radar('Satisfaction of customers', 'Price')).layout as { polar: JsonObject }
    const { labelalias } = polar.angularaxis as { labelalias: JsonObject }
    expect(labelalias).toEqual({
      'Satisfaction of customers': 'Satisfaction<br>of customers',
      Price: 'Price',
    })
    const [begin, end] = (polar.domain as { x: [number, number] }).x
    expect(70 + begin * 308).toBeGreaterThanOrEqual(86)
    expect(30 + (1 - end) * 308).toBeGreaterThan(85)
  })

  test('stay where they have room, are angles, or their circle is small', () => {
    const left = (layout: JsonObject, data: JsonObject[], width?: number) => {
      const { radialaxis: _, ...polar } = (draw(structuredClone(layout), data, width).layout.polar ??
        {}) as JsonObject
      expect(polar).toEqual(layout.polar ?? {})
    }
    left({}, radar('Satisfaction of customers'), 1000)
    left({}, radar(0, 90))
    left({ polar: { domain: { x: [0.45, 0.55] } } }, radar('Satisfaction of customers'))
  })
})

test('the radius of a small circle has few numbers, unless it is told how many', () => {
  const radial = (polar: JsonObject, width: number) =>
    (draw({ polar }, [{ type: 'barpolar', r: [1, 2], theta: [0, 90] }], width).layout.polar as JsonObject)
      .radialaxis
  expect(radial({}, 300)).toEqual({ nticks: 2 })
  expect(radial({ radialaxis: { dtick: 1 } }, 300)).toEqual({ dtick: 1 })
})

test('the columns of a table are as wide as their words need, with smaller letters before they are cut off', () => {
  const table = (columns: unknown[], more: JsonObject = {}) =>
    draw({}, [{ type: 'table', cells: { values: columns }, ...more }]).data[0] as JsonObject
  const wide = [['1'], ['A name of several words'], ['2']]
  const [first, second, third] = table(wide).columnwidth as number[]
  expect(first).toBe(third)
  expect(second).toBeGreaterThan(2 * first!)
  expect(table([['1'], ['2']]).columnwidth).toBeUndefined()
  expect(table(wide, { columnwidth: 3 }).columnwidth).toBe(3)
  expect(table([[{ toString: 1 }], ['A name of several words'], null]).columnwidth).toBeDefined()
  expect(table(Array.from({ length: 100 }, () => ['several words'])).columnwidth).toBeUndefined()
  const crowded = table(Array.from({ length: 8 }, () => ['2024-05-06']))
  expect(crowded.cells).toMatchObject({ font: { size: 9 } })
  expect(table([['2024-05-06'], [null], 'no list'])).not.toHaveProperty('cells.font')
})

describe('names of parallel coordinates', () => {
  const parallel = (trace: JsonObject, layout: JsonObject = {}) => {
    const dimensions = ['Width of the leaf', 'Length of the longest leaf', 'Age'].map(label => ({
      label,
      values: [1, 2],
    }))
    return draw(layout, [{ type: 'parcoords', dimensions, ...trace }])
  }
  const labelsOf = ({ data }: { data: JsonObject[] }) =>
    (data[0]!.dimensions as { label: string }[]).map(({ label }) => label)

  test('are broken where they would meet or be cut off, and get space', () => {
    const figure = parallel({ line: { showscale: true } })
    expect(labelsOf(figure)).toEqual(['Width of the leaf', 'Length of the<br>longest leaf', 'Age'])
    expect(figure.layout.margin).toMatchObject({ b: 60 })
  })

  test('stay where their author turns them, or where there is no space for words', () => {
    expect(labelsOf(parallel({ labelangle: 90, line: { showscale: true } }))[1]).toBe(
      'Length of the longest leaf',
    )
    const many = Array.from({ length: 20 }, () => ({ label: 'Length of the longest leaf', values: [1] }))
    expect(labelsOf(draw({}, [{ type: 'parcoords', dimensions: many }]))[1]).toBe(
      'Length of the longest leaf',
    )
  })
})

test('a figure as small as a line of text has margins that leave it a plot', () => {
  const { layout } = prepareFigure(
    { data: [{ y: [1, 2] }], layout: { template: structuredClone(template) }, frames: [] },
    { width: 200, height: 80, theme: null, background: null, locale: null, offline: true },
    tools,
  )
  expect(layout.margin).toEqual({ l: 10, r: 10, t: 10, b: 10 })
  expect(layout.minreducedheight).toBe(24)
  expect(draw({ margin: { l: 5 } }, [], 200).layout.margin).toMatchObject({ l: 5, r: 10 })
  expect(draw({}, [{ type: 'indicator' }], 200).layout.margin).not.toHaveProperty('l')
})

describe('the colour bar of a map', () => {
  const barOf = (width: number, trace: JsonObject = {}) =>
    draw({}, [{ type: 'choropleth', locations: ['FRA'], z: [1], ...trace }], width).data[0]!.colorbar

  test('goes below it on a phone', () => {
    expect(barOf(390)).toMatchObject({ orientation: 'h', y: 0, yanchor: 'top' })
    expect(barOf(700)).toBeUndefined()
  })

  test('stays where its author puts it, and where there are others', () => {
    expect(barOf(390, { colorbar: { x: 0 } })).toEqual({ x: 0 })
    expect(barOf(390, { showscale: false })).toBeUndefined()
    const two = [{ type: 'choropleth' }, { type: 'choropleth' }]
    expect(draw({}, two, 390).data.map(({ colorbar }) => colorbar)).toEqual([undefined, undefined])
  })
})

test('circles in a grid are one below another where their cells are', () => {
  const radar = (subplot: string) => ({
    type: 'scatterpolar',
    subplot,
    r: [1],
    theta: ['Satisfaction of customers'],
  })
  const cell = (row: number) => ({ domain: { row, column: 0 } })
  const layout = {
    grid: { rows: 2, columns: 1, ygap: 0.2 },
    polar: cell(0),
    polar2: cell(1),
    showlegend: false,
  }
  const drawn = draw(layout, [radar('polar'), radar('polar2')]).layout
  const [upper, lower] = ['polar', 'polar2'].map(
    name => drawn[name] as { domain: { x: [number, number]; y: [number, number] }; angularaxis: JsonObject },
  )
  expect(upper!.angularaxis.labelalias).toEqual({
    'Satisfaction of customers': 'Satisfaction of<br>customers',
  })
  expect(upper!.domain.x[0]).toBeGreaterThan(0)
  expect(upper!.domain.x).toEqual(lower!.domain.x)
  expect(upper!.domain.y[0]).toBeGreaterThanOrEqual(1 / 1.8 - 0.001)
  expect(lower!.domain.y[1]).toBeLessThanOrEqual(0.8 / 1.8 + 0.001)
})

test('circles side by side leave each other room for their names, and stay as large as each other', () => {
  const radar = (subplot: string) => ({ type: 'scatterpolar', subplot, r: [1], theta: ['Maintenance'] })
  const layout = {
    polar: { domain: { x: [0, 0.48] } },
    polar2: { domain: { x: [0.52, 1] } },
    showlegend: false,
  }
  const drawn = draw(layout, [radar('polar'), radar('polar2')], 508).layout
  const [left, right] = ['polar', 'polar2'].map(
    name => (drawn[name] as { domain: { x: [number, number] } }).domain.x,
  )
  // Eleven letters of six pixels at either side of the middle.
  expect((right![0] - left![1]) * 408).toBeGreaterThanOrEqual(2 * 66)
  expect(right![1] - right![0]).toBeCloseTo(left![1] - left![0])
})

describe('names of slices', () => {
  const north = 'The northern regions without the islands, first half'
  const pie = (labels: string[], text: JsonObject) => ({
    type: 'pie',
    labels,
    values: labels.map(() => 1),
    ...text,
  })

  test('around a pie are broken, and name the same slices', () => {
    const around = { textinfo: 'label+percent', textposition: 'outside', showlegend: false }
    const [trace] = draw({}, [pie([north, 'South'], around)]).data
    expect(trace).toMatchObject({ labels: [north, 'South'], textinfo: 'text+percent' })
    expect((trace as { text: string[] }).text[0]).toContain('<br>')
    const [own] = draw({}, [pie([north, 'South'], { ...around, text: ['a', 'b'] })]).data
    expect(own).toMatchObject({ text: ['a', 'b'], textinfo: 'label+percent' })
  })

  test.each<[string, string[], JsonObject]>([
    ['fit beside it', ['North', 'South'], {}],
    ['stand in it', [north, 'South'], { textposition: 'inside' }],
    ['have a template of their own', [north, 'South'], { texttemplate: '%{label}' }],
    ['are of areas of a funnel', [north, 'South'], { type: 'funnelarea' }],
  ])('around a pie stay as they are where they %s', (_where, labels, members) => {
    const around = { textinfo: 'label', textposition: 'outside', showlegend: false, ...members }
    expect(draw({}, [pie(labels, { ...around })]).data[0]).toEqual(pie(labels, around))
  })

  test('are told whole to those who point at a slice, unless its author says what is told', () => {
    const around = { textinfo: 'label', textposition: 'outside', showlegend: false }
    expect(draw({}, [pie([north], { ...around })]).data[0]?.hoverinfo).toContain('label')
    expect(draw({}, [pie([north], { ...around, hoverinfo: 'none' })]).data[0]?.hoverinfo).toBe('none')
  })

  test('in a legend below it are broken where that ends, stay different, and are hidden as before', () => {
    const labels = ['first', 'second', 'third'].map(half => `${north} ${'of the year '.repeat(9)}${half}`)
    const { data, layout } = draw({ hiddenlabels: [labels[1]!] }, [pie(labels, {})])
    const broken = (data[0] as { labels: string[] }).labels
    expect(broken.map(label => label.replaceAll('<br>', ' '))).toEqual(labels)
    expect(broken.every(label => label.includes('<br>'))).toBe(true)
    expect(layout.hiddenlabels).toEqual([broken[1]])
  })
})

describe('texts beside narrow slices', () => {
  /** Four large slices and this many narrow ones; the radius of the pie is 168 pixels. */
  const pie = (narrow: number, members: JsonObject = {}) => {
    const values = [100, 80, 60, 50, ...Array.from({ length: narrow }, (_, at) => 3 - at / narrow)]
    return { type: 'pie', labels: values.map((_, at) => `Land ${at}`), values, ...members }
  }
  const drawn = (trace: JsonObject, layout: JsonObject = { showlegend: false }) => draw(layout, [trace], 700)
  const positionsOf = (trace: JsonObject, layout?: JsonObject) =>
    drawn(trace, layout).data[0]?.textposition as string[] | string | undefined

  test('stay where they are not higher than the radius', () => {
    expect(positionsOf(pie(8))).toBeUndefined()
    expect(positionsOf(pie(8), { legend: {} })).toBeUndefined()
    expect(positionsOf(pie(4, { textinfo: 'label+percent', textposition: 'outside' }))).toBe('outside')
    expect(positionsOf(pie(30, { textposition: 'none' }))).toBe('none')
  })

  test('are inside if they are numbers', () => {
    for (const textposition of [undefined, 'auto', 'outside']) {
      const { data, layout } = drawn(pie(26, { textposition }))
      expect(data[0]).toMatchObject({ textposition: 'inside', automargin: false })
      expect(layout.uniformtext).toEqual({ minsize: 9, mode: 'hide' })
    }
    // Names below a pie leave it less space.
    expect(draw({}, [pie(10)]).data[0]?.textposition).toBe('inside')
    expect(draw({ showlegend: false }, [pie(10)]).data[0]?.textposition).toBeUndefined()
  })

  test('are left out at the smallest ones if they are names, so that the pie keeps its size', () => {
    // Texts of two lines of 15.6 pixels.
    const shown = [...Array(4 + 4).fill('auto'), ...Array(22).fill('none')]
    expect(positionsOf(pie(26, { textinfo: 'label+percent' }))).toEqual(shown)
    const around = positionsOf(pie(26, { texttemplate: '%{label}', textposition: 'outside' }))
    expect(around).toEqual([...Array(4 + 8).fill('outside'), ...Array(18).fill('none')])
  })

  test('are found by the sums of equal labels, in typed arrays as in lists, without hidden slices', () => {
    const { labels, values } = pie(26)
    const bdata = btoa(String.fromCharCode(...new Uint8Array(new Float64Array(values).buffer)))
    for (const dtype of ['f8', 'float64']) {
      expect(positionsOf(pie(26, { values: { dtype, bdata } }))).toBe('inside')
    }
    const rows = labels.flatMap((label, at) => Array(Math.round(values[at]!)).fill(label))
    expect(positionsOf({ type: 'pie', labels: rows })).toBe('inside')
    expect(positionsOf({ type: 'pie', labels })).toBeUndefined()
    const hiddenlabels = labels.slice(4, 28)
    expect(positionsOf(pie(26), { showlegend: false, hiddenlabels })).toBeUndefined()
  })
})

describe('above the plot', () => {
  const marginOf = (layout: JsonObject, data: JsonObject[] = []) =>
    (draw({ title: 'Sales by month', ...layout }, data).layout.margin as { t: number } | undefined)?.t
  const buttons = ['linear', 'log'].map(type => ({
    label: type,
    method: 'relayout',
    args: ['yaxis.type', type],
  }))
  const menu = { buttons, type: 'buttons', direction: 'right', x: 0, xanchor: 'left', y: 1.2 }
  const two = 'The average number of visitors per<br>working day in the two regions'
  const series = [{ name: 'north' }, { name: 'south' }]
  const above = { orientation: 'h', yanchor: 'bottom', y: 1.02 }

  test('buttons, menus and notes are below the headline', () => {
    for (const layout of [
      { updatemenus: [menu] },
      { updatemenus: [{ ...menu, type: 'dropdown' }] },
      { annotations: [{ text: 'Sales', xref: 'paper', yref: 'paper', x: 0, y: 1.15, showarrow: false }] },
    ]) {
      const t = marginOf(layout)!
      // The headline ends after 46 pixels; the plot is 50 pixels above the bottom.
      expect(t - 0.2 * (400 - 50 - t)).toBeGreaterThanOrEqual(layout.updatemenus ? 46 : 0)
      expect(t).toBeGreaterThan(70)
      expect(t).toBeLessThan(130)
    }
  })

  test('a range selector and a legend are below a headline of two lines', () => {
    const plain = marginOf({ title: two })!
    const xaxis = { rangeselector: { buttons: [{ step: 'year' }, { step: 'all', label: 'all' }] } }
    expect(marginOf({ title: two, xaxis })).toBeGreaterThan(plain)
    expect(
      marginOf({ title: two, xaxis: { rangeselector: { visible: false, ...xaxis.rangeselector } } }),
    ).toBe(plain)
    expect(marginOf({ title: two, legend: above }, series)).toBeGreaterThan(plain)
    expect(marginOf({ title: two, legend: above, showlegend: false }, series)).toBe(plain)
  })

  test('what is beside the headline, or has room, changes nothing', () => {
    expect(marginOf({ updatemenus: [{ ...menu, x: 1, xanchor: 'right' }] })).toBeUndefined()
    expect(marginOf({ updatemenus: [{ ...menu, y: 1.05 }, { buttons }] })).toBeUndefined()
    expect(marginOf({ updatemenus: [{ ...menu, visible: false }] })).toBeUndefined()
    expect(marginOf({ legend: above }, series)).toBeUndefined()
    expect(marginOf({ updatemenus: [menu], margin: { t: 60 } })).toBe(60)
    expect(marginOf({ updatemenus: [menu], title: { text: 'Sales by month', x: 1 } })).toBeUndefined()
  })
})

test('titles of numbers are broken where their part of the figure ends', () => {
  const number = (column: number) => ({
    type: 'indicator',
    value: 1,
    domain: { column },
    title: 'Turnover of the region',
  })
  const { data } = draw({ grid: { rows: 1, columns: 2 } }, [number(0), number(1)])
  expect(data[1]?.title).toEqual({ text: 'Turnover of<br>the region' })
})

test('numbers of a grid have one size that leaves their titles room above, unless they are told another', () => {
  const number = (row: number, title: string, own: JsonObject = {}) => ({
    type: 'indicator',
    mode: 'number+delta',
    domain: { row },
    title,
    ...own,
  })
  const grid = { grid: { rows: 2, columns: 1, pattern: 'independent' } }
  const sizesOf = (...data: JsonObject[]) =>
    draw(grid, data).data.map(({ title, number }) => [title, number].map(part => (part as JsonObject)?.font))
  const [first, second] = sizesOf(number(0, 'Turnover'), number(1, 'Sales'))
  expect(first).toEqual(second)
  const [title, value] = first as { size: number }[]
  // What stands in a row lies about its middle; between two rows the library leaves 0.3 of one.
  const taken = (title!.size * 1.3 + 8) * 2 + value!.size * 1.5 * 1.3
  expect(taken).toBeLessThanOrEqual(((400 - 40 - 50) * 0.7) / 1.7)
  expect(value!.size).toBeGreaterThanOrEqual(2 * title!.size - 1)
  const own = { number: { font: { size: 60 } } }
  expect(sizesOf(number(0, 'Turnover', own), number(1, 'Sales'))[0]?.[1]).toEqual({ size: 60 })
})

test('a title over a colour bar is broken', () => {
  const { data } = draw({}, [
    { type: 'heatmap', z: [[1]], colorbar: { title: 'Hours of sunshine in a year' } },
  ])
  expect(data[0]?.colorbar).toEqual({ title: { text: 'Hours of<br>sunshine in a<br>year' } })
})

test('an axis laid over another has numbers of its own, unless it is told others', () => {
  const right = { overlaying: 'y', side: 'right' }
  expect(draw({ yaxis2: { ...right } }).layout.yaxis2).toEqual({
    ...right,
    tickmode: 'auto',
    showgrid: false,
  })
  const synced = { ...right, tickmode: 'sync' }
  expect(draw({ yaxis2: { ...synced } }).layout.yaxis2).toEqual(synced)
})

test('titles at the corners of a triangle are broken where they would leave the figure', () => {
  const titled = (text: string) => ({ ternary: { baxis: { title: text }, caxis: { title: 'Silt' } } })
  const drawn = (text: string, width: number) => draw(titled(text), [], width).layout.ternary as JsonObject
  expect(drawn('Sand, by weight of the sample', 1200)).not.toHaveProperty('domain')
  const narrow = drawn('Sand, by weight of the sample', 408)
  expect(narrow.baxis).toEqual({ title: { text: 'Sand, by<br>weight of the<br>sample' } })
  expect((narrow.domain as { x: number[] }).x[1]).toBeLessThan(1)
})

test('a figure that an earlier release stored is in the default style still', () => {
  const title = 'The average number of visitors per working day in the two regions'
  const earlier = { layout: { ...template.layout, title: {}, colorway: ['#123456'] } }
  expect(titleOf({ title, template: earlier })).toContain('<br>')
})

test('a figure with a template of its own is drawn as it is', () => {
  const title = 'The average number of visitors per working day in the two regions'
  const { layout } = draw({ title, template: { layout: {} } }, [{ name: title }, { name: title }])
  expect(layout).toEqual({ title: { text: title }, template: { layout: {} }, width: 408, height: 400 })
})

describe('a note', () => {
  const note = (more: JsonObject) => ({
    text: 'Source: somebody',
    xref: 'paper',
    yref: 'paper',
    x: 0,
    showarrow: false,
    ...more,
  })
  const marginOf = (more: JsonObject, layout: JsonObject = {}) =>
    draw({ title: 'Sales', annotations: [note(more)], ...layout }).layout.margin as
      | { t: number; b: number }
      | undefined

  test('below the plot gets room there, so that it is whole', () => {
    const { t, b } = marginOf({ y: -0.3 })!
    // From the plot's foot to the foot of the note: a share of the plot's height.
    expect(b).toBeGreaterThanOrEqual(0.3 * (400 - t - b))
    expect(b).toBeLessThan(120)
    expect(marginOf({ y: -0.3, yanchor: 'top' })!.b).toBeGreaterThan(b)
    expect(marginOf({ y: -0.3 }, { margin: { b: 60 } })!.b).toBe(b)
  })

  test('above the plot likewise, and one that has room changes nothing', () => {
    expect(marginOf({ y: 1.4 })!.t).toBeGreaterThan(70)
    expect(marginOf({ y: -0.05 })).toBeUndefined()
    expect(marginOf({ y: 0.5 })).toBeUndefined()
    expect(marginOf({ y: -0.3, yref: 'y' })).toBeUndefined()
  })

  test('longer than the figure is wide is broken', () => {
    const { layout } = draw({ annotations: [note({ y: -0.2, text: 'word '.repeat(30).trim() })] })
    expect(layout.annotations).toMatchObject([{ text: expect.stringContaining('<br>'), align: 'left' }])
    // Its lines go down from there, and not up into the labels of the axis.
    const [broken] = layout.annotations as { yshift: number }[]
    expect(broken!.yshift).toBeLessThan(0)
  })
})

describe('without a headline', () => {
  test('the plot begins higher', () => {
    expect(draw({}).layout.margin).toEqual({ t: 40 })
    expect(draw({ margin: { t: 90 } }).layout.margin).toEqual({ t: 90 })
  })
})

describe('in a language that is written from right to left', () => {
  const drawn = (data: JsonObject[], layout: JsonObject = {}) =>
    prepareFigure(
      { data, layout: { template: structuredClone(template), ...layout }, frames: [] },
      { width: 700, height: 400, theme: null, background: null, locale: 'ar', offline: true },
      tools,
    ).layout

  test('headline, values and legend stand at the right, categories begin there', () => {
    const bars = { type: 'bar', x: ['a', 'b'], y: [1, 2] }
    expect(drawn([bars, bars], { title: 'Title' })).toMatchObject({
      title: { x: 1, xanchor: 'right', pad: { l: 0, r: 24 } },
      hoverlabel: { align: 'right' },
      xaxis: { autorange: 'reversed' },
      yaxis: { side: 'right' },
      legend: { xanchor: 'right' },
    })
    expect(drawn([{ type: 'bar', orientation: 'h', x: [1, 2], y: ['a', 'b'] }])).toMatchObject({
      xaxis: { autorange: 'reversed' },
    })
  })

  test('time and numbers go on as they do, and what has no axes gets none', () => {
    expect(drawn([{ x: ['2026-01-01'], y: [1] }])).not.toHaveProperty('xaxis')
    expect(drawn([{ type: 'pie', values: [1] }])).not.toHaveProperty('yaxis')
  })

  test('categories are words, all of them, of every trace', () => {
    const autorangeOf = (...data: JsonObject[]) => (drawn(data).xaxis as JsonObject | undefined)?.autorange
    expect(autorangeOf({ x: ['a1', 'b'] }, { x: ['-', '+'].map(sign => `word ${sign}`) })).toBe('reversed')
    for (const x of [[], ['a', 1], ['a', ' 3'], ['a', '-3'], 'ab']) expect(autorangeOf({ x })).toBeUndefined()
    expect(autorangeOf({ x: ['a'] }, { x: [1] })).toBeUndefined()
  })

  test('values stand at the right beside a chart without axes, whichever of them a trace brings', () => {
    for (const trace of [{ x: [1] }, { y: [1] }]) {
      expect(drawn([{ type: 'pie' }, trace])).toMatchObject({ yaxis: { side: 'right' } })
    }
  })

  test('what a layout says of a place stays, and so does a figure in a style of its own', () => {
    const bars = { type: 'bar', x: ['a'], y: [1] }
    expect(drawn([bars], { title: { text: 'T', x: 0.5 } }).title).not.toHaveProperty('xanchor')
    expect(drawn([bars], { title: { text: 'T', xanchor: 'left' } }).title).not.toHaveProperty('x')
    expect(drawn([bars], { hoverlabel: { align: 'left' } }).hoverlabel).toEqual({ align: 'left' })
    expect(drawn([bars], { xaxis: { range: [0, 1] } }).xaxis).toEqual({ range: [0, 1] })
    expect(drawn([bars], { template: { layout: { meta: 'other' } } })).not.toHaveProperty('hoverlabel')
  })

  test('axes stay where a layout puts them, or has several', () => {
    const bars = { type: 'bar', x: ['a'], y: [1] }
    expect(drawn([bars], { xaxis12: { overlaying: 'x' } })).not.toHaveProperty('yaxis')
    expect(drawn([bars], { yaxis: { side: 'left' } })).toMatchObject({ yaxis: { side: 'left' } })
    expect(drawn([bars], { yaxis2: { overlaying: 'y' } })).not.toHaveProperty('yaxis')
  })
})

describe('without axes', () => {
  test('marks take the place of their labels', () => {
    const marginOf = (data: JsonObject[], layout: JsonObject = {}) => draw(layout, data).layout.margin
    expect(marginOf([{ type: 'treemap' }])).toMatchObject({ l: 24, r: 24, b: 24 })
    expect(marginOf([{ type: 'treemap' }], { margin: { l: 90 } })).toMatchObject({ l: 90, r: 24 })
    expect(marginOf([{ type: 'treemap' }, { type: 'bar' }])).not.toMatchObject({ l: 24 })
  })
})

describe('the legend beside an axis at the right', () => {
  test('goes below the plot, where it covers no labels', () => {
    const two = [{ name: 'a' }, { name: 'b', yaxis: 'y2' }]
    expect(draw({ yaxis2: { side: 'right', overlaying: 'y' } }, two).layout.legend).toMatchObject({
      orientation: 'h',
    })
    expect(draw({ yaxis2: { overlaying: 'y' } }, two).layout.legend).toBeUndefined()
  })
})

describe('dimensions', () => {
  test('of a matrix have names no longer than one plot, smaller before a word is broken', () => {
    const matrixOf = (label: string) =>
      draw({}, [{ type: 'splom', dimensions: [{ label }, { label: 'Width' }, { label: 'Depth' }] }])
    const { data, layout } = matrixOf('Length in centimetrescubed')
    expect(data[0]?.dimensions).toMatchObject([
      { label: 'Length in<br>centimetrescubed' },
      { label: 'Width' },
      {},
    ])
    const { size } = (layout.xaxis as { title: { font: { size: number } } }).title.font
    expect(layout.yaxis3).toEqual({ title: { font: { size } } })
    expect('centimetrescubed'.length * size * 0.5).toBeLessThanOrEqual((408 - 70 - 30) / 3)
    expect(matrixOf('Height').layout.xaxis).toBeUndefined()
  })

  test('of parallel categories leave their names room, in the order of the values', () => {
    const values = ['Limited liability company', 'Association', 'Limited liability company']
    const { data } = draw({}, [{ type: 'parcats', dimensions: [{ values }, { values: ['a', 'b', 'a'] }] }])
    expect(data[0]).toMatchObject({
      domain: { x: [expect.any(Number), 1] },
      dimensions: [
        {
          values,
          categoryorder: 'array',
          categoryarray: ['Limited liability company', 'Association'],
          ticktext: ['Limited liability<br>company', 'Association'],
        },
        { values: ['a', 'b', 'a'] },
      ],
    })
    const own = { values, categoryorder: 'category ascending' }
    const kept = draw({}, [{ type: 'parcats', domain: { x: [0, 1] }, dimensions: [own, own] }]).data[0]
    expect(kept).toMatchObject({ domain: { x: [0, 1] }, dimensions: [own, own] })
  })
})

describe('names of nodes', () => {
  const label = ['Agriculture and forests', 'Grid', 'Homes']
  const link = { source: [0, 1, 2], target: [1, 2, 1], value: [1, 1, 1] }
  const labelsOf = (own: JsonObject, width: number) =>
    (draw({}, [{ type: 'sankey', node: { label }, link, ...own }], width).data[0] as { node: JsonObject })
      .node.label

  test('that reach to those of the next column have two lines, and are whole', () => {
    expect(labelsOf({}, 408)).toEqual(['Agriculture<br>and forests', 'Grid', 'Homes'])
    expect(labelsOf({}, 1400)).toEqual(label)
  })

  test('stay where nodes stand above each other', () => {
    expect(labelsOf({ orientation: 'v' }, 408)).toEqual(label)
  })
})

test('a legend of many names goes below the plot of a phone before it takes half of the width', () => {
  const series = Array.from({ length: 14 }, (_, i) => ({ name: `Series number ${i + 100}`, y: [1, 2] }))
  const orientation = (width: number) =>
    (draw({}, series, width).layout.legend as JsonObject | undefined)?.orientation
  expect(orientation(390)).toBe('h')
  expect(orientation(600)).toBeUndefined()
})

describe('a legend below the plot', () => {
  const named = (count: number, type: string) =>
    Array.from({ length: count }, (_, i) => ({ type, name: `n ${i}` }))
  const orientationOf = (count: number, type: string, width: number) =>
    (draw({}, named(count, type), width).layout.legend as JsonObject | undefined)?.orientation

  test('has the names that have no room beside it, as long as they have it there', () => {
    expect(orientationOf(16, 'scatter', 800)).toBeUndefined()
    expect(orientationOf(30, 'scatter', 800)).toBe('h')
    expect(orientationOf(300, 'scatter', 800)).toBeUndefined()
  })

  test('leaves a circle on a phone its width', () => {
    expect(orientationOf(2, 'scatterpolar', 390)).toBe('h')
    expect(orientationOf(2, 'scatterpolar', 700)).toBeUndefined()
  })
})
