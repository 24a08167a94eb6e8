import { describe, expect, test } from '@jest/globals'
import { move, seriesOf } from '../../../src/browser/viewer/points.ts'

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
  test('are those of the series that are seen, in words', () => {
    const all = seriesOf(traces)
    expect(all.map(({ index, name, length }) => [index, name, length])).toEqual([
      [0, 'A', 2],
      [2, 'trace 2', 1],
      [3, 'M', 2],
      [3, 'M', 2],
    ])
    expect(all.map(series => series.tell(0))).toEqual([
      'x u, y 1',
      'labels p, values 4, half',
      'x p, y 0, z 1',
      'x p, y 1, z 3',
    ])
    expect([all[3]?.tell(1), all[3]?.place(1)]).toEqual(['x q, y 1, z missing', [1, 1]])
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
      [true, 1, 0],
      [true, 1, 0],
      [true, 0, 0],
    ])
    expect(move(at, all, 'Enter')).toBe(false)
  })
})
