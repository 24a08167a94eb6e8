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

  test('is a size only where the layout has one to draw with', () => {
    expect(traits({ data: [], layout: { width: 300, height: 5 } })).toMatchObject({
      width: 300,
      height: null,
    })
  })
})
