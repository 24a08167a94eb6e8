import { describe, expect, test } from '@jest/globals'
import { hoverPoint, move, seriesOf, spoken } from '../../../src/browser/viewer/points.ts'

const traces = [
  { visible: true, name: 'A', x: ['u', 'v'], y: new Float64Array([1, 2]) },
  { visible: 'legendonly', name: 'hidden', x: [1], y: [1] },
  { visible: true, labels: ['p'], values: [4], text: ['half'] },
  {
    visible: true,
    name: 'M',
    x: ['p', 'q'],
    z: [
      [1, 2],
      [3, null],
    ],
  },
]

describe('the points of a figure', () => {
  test('have no more digits than one can follow by ear', () => {
    const [series] = seriesOf([
      { visible: true, name: 'A', x: [2024, 1e-9], y: [20822.435672355245, -1 / 3] },
    ])
    expect([0, 1].map(point => series!.describe(point))).toEqual([
      'x 2024, y 20822.4',
      'x 0.000000001, y -0.333333',
    ])
  })

  test('are those of the series that are seen, in words', () => {
    const all = seriesOf(traces)
    expect(all.map(({ index, name, length }) => [index, name, length])).toEqual([
      [0, 'A', 2],
      [2, 'trace 2', 1],
      [3, 'M', 2],
      [3, 'M', 2],
    ])
    expect(all.map(series => series.describe(0))).toEqual([
      'x u, y 1',
      'p, value 4, half',
      'x p, y 0, z 1',
      'x p, y 1, z 3',
    ])
    expect([all[3]?.describe(1), all[3]?.place(1)]).toEqual(['x q, y 1, z missing', [1, 1]])
  })

  test('are as many as the longest of its lists, in words of whatever a trace has', () => {
    const told = (trace: object) =>
      seriesOf([{ visible: true, ...trace }]).map(({ length, describe, place }) => [
        length,
        describe(length - 1),
        place(length - 1),
      ])
    expect(told({ x: [1, 2, 3], y: [4] })).toEqual([[3, 'x 3, y missing', 2]])
    const days = { open: [1], high: [4], low: [0], close: [2] }
    expect(told({ ...days, x: ['Monday'] })).toEqual([[1, 'x Monday, open 1, high 4, low 0, close 2', 0]])
    expect(told(days)).toEqual([[1, 'open 1, high 4, low 0, close 2', 0]])
    expect(told({ y: [1, 2], z: [[1], 2] })).toEqual([[2, 'y 2', 1]])
    expect(told({ y: [1], z: [] })).toEqual([[1, 'y 1, z missing', 0]])
    expect(told({ y: [] })).toEqual([])
    expect(told({ type: 'table' })).toEqual([])
    expect(told({ locations: ['AL', 'AK'], z: [3, 4] })).toEqual([[2, 'AK, z 4', 1]])
  })

  test('of many dimensions are told by each of them that is seen', () => {
    const dimensions = [
      { label: 'Width', values: [1, 2] },
      { label: 'Colour', values: ['red', 'blue'], visible: true },
      { label: 'Hidden', values: [0, 0], visible: false },
      { values: [7, 8] },
      { label: 'Empty' },
    ]
    const [series] = seriesOf([{ visible: true, dimensions }])
    expect([series?.length, series?.describe(1)]).toEqual([2, 'Width 2, Colour blue, 8'])
  })

  test('of a sankey are its links, by the names of their ends', () => {
    const link = { source: [0, 1], target: [1, 2], value: [5, 3] }
    const told = (trace: object) => seriesOf([{ visible: true, ...trace }]).map(({ describe }) => describe(1))
    expect(told({ link, node: { label: ['Sun', 'Heat'] } })).toEqual(['Heat to node 2, value 3'])
    expect(told({ link: { ...link, value: undefined } })).toEqual(['node 1 to node 2, value missing'])
    expect(told({ link: {}, node: {} })).toEqual([])
  })

  test('are spoken without markup, and with their signs', () => {
    expect(spoken('<b>Alabama</b><br>--<br><br/>Beef: <span style="color:red">34.4</span>')).toBe(
      'Alabama, --, Beef: 34.4',
    )
    expect(spoken('x <5, y >3, a < b')).toBe('x <5, y >3, a < b')
  })

  test('are walked by keys, and never left', () => {
    const all = seriesOf(traces.slice(0, 3))
    const at = { series: 0, point: -1 }
    const walked = [
      'ArrowRight',
      'ArrowRight',
      'ArrowRight',
      'Home',
      'End',
      'ArrowLeft',
      'End',
      'ArrowDown',
      'ArrowDown',
      'ArrowUp',
    ].map(key => [move(at, all, key), at.series, at.point])
    expect(walked).toEqual([
      [true, 0, 0],
      [true, 0, 1],
      [true, 0, 1],
      [true, 0, 0],
      [true, 0, 1],
      [true, 0, 0],
      [true, 0, 1],
      [true, 1, 0],
      [true, 1, 0],
      [true, 0, 0],
    ])
    expect(move(at, all, 'Enter')).toBe(false)
  })

  test('are shown by their number, and cells by the middle of their edges', () => {
    const [line, , first, second] = seriesOf(traces)
    expect(hoverPoint(undefined, line!, 1)).toEqual({ curveNumber: 0, pointNumber: 1 })
    const cells = { x: [0, 10, 30], y: [-1, 1, 5] }
    const calculated = [[cells], [], [], [cells]]
    expect(hoverPoint(calculated, line!, 1)).toEqual({ curveNumber: 0, pointNumber: 1 })
    expect(hoverPoint(calculated, first!, 0)).toEqual({ curveNumber: 3, xval: 5, yval: 0 })
    expect(hoverPoint(calculated, second!, 1)).toEqual({ curveNumber: 3, xval: 20, yval: 3 })
    // As many edges as cells: the last has its own.
    const few = [[], [], [], [{ x: [2, 6], y: [4] }]]
    expect(hoverPoint(few, first!, 1)).toEqual({ curveNumber: 3, xval: 6, yval: 4 })
  })
})
