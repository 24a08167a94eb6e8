/** What a page knows of a figure before any script runs. */

import { describe, expect, test } from '@jest/globals'
import { readSubmission } from '../../src/domain/figure/submission.ts'
import { defaultTemplateMark } from '../../src/plotly/default-template.ts'
import { type Traits, traitsOf } from '../../src/plotly/figure-traits.ts'

function traits(request: object): Traits {
  const { figure, traceTypes } = readSubmission(Buffer.from(JSON.stringify(request)))
  return traitsOf(figure, traceTypes)
}

const bar = { type: 'bar', y: [1] }

describe('a figure changes with the theme', () => {
  test.each([
    ['in the default style', {}, {}, true],
    [
      'in the default style of another release',
      { template: { layout: { meta: defaultTemplateMark } } },
      {},
      true,
    ],
    ['with bright colours of its own', {}, { marker: { color: '#e07b00' } }, true],
    ['not with a template of its own', { template: { layout: {} } }, {}, false],
    ['not with a paper of its own', { paper_bgcolor: '#fff' }, {}, false],
    ['not with a plot background of its own', { plot_bgcolor: '#fff' }, {}, false],
    ['not with black lines', {}, { line: { color: 'black' } }, false],
    ['not with dark marks', {}, { marker: { color: '#1A2B3C' } }, false],
    ['not with dark texts', { font: { color: 'rgb(20, 30, 40)' } }, {}, false],
  ])('%s', (_name, layout, trace, themeable) => {
    expect(traits({ data: [{ ...bar, ...trace }], layout }).themeable).toBe(themeable)
  })
})

describe('a page has under a figure', () => {
  const light = { color: '#ffffff' }
  const dark = { color: '#2a3f5f' }
  test.each([
    ['its own paper', { paper_bgcolor: '#eeeeee' }, '#eeeeee'],
    ['nothing for a paper that is told by numbers', { paper_bgcolor: 'rgb(0, 0, 0)' }, null],
    ['nothing for numbers of a paper that hides all', { paper_bgcolor: 'rgba(0, 0, 0, 1)' }, null],
    ['white where that lets all through', { paper_bgcolor: 'rgba(0,0,0,0)' }, '#ffffff'],
    ['white where that lets something through', { paper_bgcolor: 'rgba(217, 217, 217, 0.37)' }, '#ffffff'],
    ['white under dark words', { paper_bgcolor: 'transparent', font: dark }, '#ffffff'],
    ['white under a short colour', { paper_bgcolor: '#0000' }, '#ffffff'],
    ['the page’s own ground under light words', { paper_bgcolor: 'transparent', font: light }, 'transparent'],
    [
      'that under light words of a template',
      { template: { layout: { paper_bgcolor: 'rgba(0,0,0,0)', font: { color: 'rgb(230, 230, 230)' } } } },
      null,
    ],
  ])('%s', (_name, layout, ground) => {
    expect(traits({ data: [bar], layout }).ground).toBe(ground)
  })
})

describe('what else it needs', () => {
  test('are the base maps of its scopes', () => {
    const geo = { type: 'scattergeo', lon: [0], lat: [0] }
    expect(traits({ data: [bar] }).maps).toEqual([])
    expect(traits({ data: [geo] }).maps).toEqual(['world_110m'])
    expect(
      traits({
        data: [geo],
        layout: { geo: { scope: 'north america', resolution: 50 }, geo2: { scope: 'usa' } },
      }).maps,
    ).toEqual(['north-america_50m', 'usa_110m'])
  })

  test('is TeX where a text has some', () => {
    expect(traits({ data: [bar], layout: { title: { text: '$x^2$' } } }).math).toBe(true)
    expect(traits({ data: [{ ...bar, name: '5 $' }], layout: { title: '$ 6' } }).math).toBe(false)
  })

  test('is room on a phone for the names of a legend', () => {
    const lines = (count: number, name = 'Series') =>
      Array.from({ length: count }, (_, i) => ({ name: `${name} ${i}`, y: [1, 2] }))
    const growth = (data: object[], layout = {}) => traits({ data, layout }).phoneGrowth
    expect(growth(lines(3))).toBe(0)
    expect(growth(lines(12, 'A department of a long name'))).toBeGreaterThan(150)
    expect(growth(lines(12, 'A department of a long name'), { showlegend: false })).toBe(0)
    expect(growth(lines(12, 'A department of a long name'), { height: 400 })).toBe(0)
    expect(growth(lines(12, 'A department of a long name'), { template: { layout: {} } })).toBe(0)
    expect(growth(lines(1_000))).toBe(800)
    expect(growth([{ type: 'pie', labels: lines(16).map(({ name }) => name), values: [1] }])).toBeGreaterThan(
      50,
    )
  })

  test('is the width that the words of a table need', () => {
    const columns = (count: number, text: unknown = '-0.7153') =>
      Array.from({ length: count }, () => [text, 1])
    const table = (count: number, text?: unknown, more: object = {}) => ({
      type: 'table',
      header: { values: Array.from({ length: count }, (_, i) => [`c${i}`]) },
      cells: { values: columns(count, text) },
      ...more,
    })
    const width = (trace: object, layout: object = {}) => traits({ data: [trace], layout }).leastWidth
    expect(width(table(2))).toBeLessThan(390)
    expect(width(table(12))).toBeGreaterThan(800)
    expect(width(table(12), { width: 500 })).toBe(0)
    expect(width(table(12, 'in words of few letters'))).toBeLessThan(width(table(12, 'characteristically')))
    expect(width(table(4), { font: { size: 24 } })).toBeGreaterThan(width(table(4)))
    expect(width(table(4, undefined, { domain: { x: [0, 0.5] } }))).toBeGreaterThan(width(table(4)))
    expect(width(table(4, undefined, { domain: { column: 0 } }), { grid: { columns: 2 } })).toBe(
      width(table(4, undefined, { domain: { x: [0, 0.5] } })),
    )
    expect(width(table(3, undefined, { columnwidth: [1, 8] }))).toBeGreaterThan(width(table(3)))
    expect(width(table(3), { margin: { l: 0, r: 0 } })).toBeLessThan(width(table(3)))
    expect(width(table(200))).toBe(1_000)
    expect(width({ ...table(12), visible: false })).toBe(0)
    expect(width({ type: 'table' })).toBeLessThan(390)
    expect(width({ type: 'bar', y: [1] })).toBe(0)
  })

  test('is a size only where the layout has one to draw with', () => {
    expect(traits({ data: [], layout: { width: 300, height: 5 } })).toMatchObject({
      width: 300,
      height: null,
    })
  })
})
