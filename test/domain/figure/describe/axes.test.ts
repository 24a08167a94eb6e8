/** What is said of the axes of a figure. */

import { describe, expect, test } from '@jest/globals'
import { describeFigure } from '../../../../src/domain/figure/describe/describe.ts'

/** The sentences about axes. */
const axesOf = (traces: readonly object[], layout: object = {}) =>
  describeFigure({ data: JSON.stringify(traces), layout: JSON.stringify(layout), frames: null })
    .split(/(?<=\.) /)
    .filter(sentence => /axis/.test(sentence))

const letters = [...'abcdefg']
const points = { x: [1, 10], y: [1, 2] }

describe('an axis', () => {
  test('has its title, range, unit and kind', () => {
    const layout = {
      xaxis: { title: 2024, type: 'log', tickprefix: '$', ticksuffix: ' k' },
      yaxis: { title: { text: '' }, tickprefix: ' ', ticksuffix: 3 },
    }
    expect(axesOf([points], layout)).toEqual([
      'Horizontal axis: 2024, from 1 to 10, in $ k, logarithmic.',
      'Vertical axis: from 1 to 2.',
    ])
  })

  test('has the range of all its series, of which some may be empty', () => {
    expect(axesOf([points, { x: [null, -9], y: [2, 7] }, { x: [], y: [] }])).toEqual([
      'Horizontal axis: from -9 to 10.',
      'Vertical axis: from 1 to 7.',
    ])
    expect(
      axesOf([
        { x: ['2024-03-01', '2024-01-01'], y: [1, 2] },
        { x: ['2024-02-01'], y: [1] },
      ])[0],
    ).toBe('Horizontal axis: from 2024-01-01 to 2024-03-01.')
  })

  test('has its categories, or how many there are', () => {
    const named = (x: unknown[]) => ({ x, y: x.map((_, i) => i) })
    expect(axesOf([named(['a', 'b']), named([3, null])])[0]).toBe('Horizontal axis: a, b, 3.')
    expect(axesOf([named(letters.slice(0, 6)), named(['a'])])[0]).toBe('Horizontal axis: a, b, c, d, e, f.')
    expect(axesOf([named(letters.slice(0, 6)), named(['g', 'a'])])[0]).toBe(
      'Horizontal axis: 7 categories from a to g.',
    )
  })

  test.each<[string, object, string]>([
    ['those that it lists first', { categoryarray: [2, 'c', 'a', 'z'] }, '2, c, a, b'],
    ['as in the data if it lists none', { categoryorder: 'array' }, 'b, a, 2, c'],
    ['from a to z', { categoryorder: 'category ascending', categoryarray: ['c'] }, '2, a, b, c'],
    ['from z to a', { categoryorder: 'category descending' }, 'c, b, a, 2'],
    ['as in the data', { categoryorder: 'trace', categoryarray: ['c'] }, 'b, a, 2, c'],
  ])('has its categories in its order: %s', (_, xaxis, expected) => {
    const traces = [
      { x: ['b', 'a'], y: [1, 2] },
      { x: [2, 'c', 'b'], y: [1, 2, 3] },
    ]
    expect(axesOf(traces, { xaxis })[0]).toBe(`Horizontal axis: ${expected}.`)
  })

  test('has a number beside others, and takes the title of one that it matches', () => {
    const second = { x: [3], y: [7], yaxis: 'y2' }
    const layout = { yaxis2: { title: { text: 'Second' }, matches: 'x' } }
    expect(axesOf([points, second], layout).slice(1)).toEqual([
      'Vertical axis: from 1 to 2.',
      'Vertical axis 2: Second, 7 throughout.',
    ])
    expect(axesOf([points, second], { yaxis2: { title: 'Both', matches: 'y' } })[1]).toBe(
      'Vertical axis: Both, from 1 to 7.',
    )
    expect(axesOf([points, second], { yaxis2: { matches: 5 } })).toHaveLength(3)
  })

  test('is the first one where the trace names none by a text, and has what its second name says', () => {
    const layout = { xaxis: null, xaxis1: { title: 'First' } }
    expect(axesOf([{ ...points, xaxis: 5 }], layout)[0]).toBe('Horizontal axis: First, from 1 to 10.')
  })

  test('of boxes reaches over all their samples', () => {
    const boxes = {
      type: 'box',
      q1: [1, 2],
      median: [2, 3],
      q3: [3, 4],
      y: [
        [0, 5],
        [1, 6, 7],
      ],
    }
    expect(axesOf([boxes])).toEqual(['Vertical axis: from 0 to 7.'])
  })

  test('of prices reaches from the lowest to the highest', () => {
    const prices = { type: 'candlestick', open: [1, 2], high: [4, 5], low: [-1, 0], close: [2, 3] }
    expect(axesOf([prices])).toEqual(['Vertical axis: from -1 to 5.'])
    expect(axesOf([{ type: 'box', q1: [1], median: [2], q3: [3], lowerfence: [0] }])).toEqual([])
  })
})

test('no more than six axes are told', () => {
  const grid = [1, 2, 3, 4, 5].map(i => ({ ...points, xaxis: `x${i}`, yaxis: `y${i}` }))
  const told = axesOf(grid)
  expect([told.length, told[0], told[5]]).toEqual([
    6,
    'Horizontal axis: from 1 to 10.',
    'Vertical axis: from 1 to 2.',
  ])
})

test.each(['scatter3d', 'surface', 'cone', 'volume', 'streamtube', 'mesh3d'])(
  'the axes of a scene are told by their titles alone: %s',
  type => {
    const scene = { xaxis: { title: 'Width' }, zaxis: { title: { text: 'Height' } } }
    const solid = { type, x: [1, 2], y: [1, 2], z: [1, 2], u: [1, 2], v: [1, 2], w: [1, 2], value: [1, 2] }
    expect(axesOf([solid], { scene, xaxis: { title: 'of the plane' } })).toEqual([
      'x axis: Width.',
      'z axis: Height.',
    ])
    expect(axesOf([points], { scene })).toHaveLength(2)
  },
)
