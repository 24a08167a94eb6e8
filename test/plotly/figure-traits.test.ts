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

  test('is a size only where the layout has one to draw with', () => {
    expect(traits({ data: [], layout: { width: 300, height: 5 } })).toMatchObject({
      width: 300,
      height: null,
    })
  })
})
