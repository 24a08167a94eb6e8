/** What is known of a figure when points are appended to it, and how their texts are joined. */

import { describe, expect, test } from '@jest/globals'
import { readAppend } from '../../../../src/domain/figure/append/append-request.ts'
import { extendData } from '../../../../src/domain/figure/append/extend-data.ts'
import {
  bytesOf,
  type FigureShape,
  growShape,
  namesOfATrace,
  pointsOf,
  shapeOf,
} from '../../../../src/domain/figure/append/figure-shape.ts'
import { planAppend } from '../../../../src/domain/figure/append/plan-append.ts'
import { packSegment, type Segment, unpackSegment } from '../../../../src/domain/figure/append/segment.ts'
import type { AppError } from '../../../../src/errors/errors.ts'

const segmentOf = (
  items: string,
  count: number,
  own: Partial<Segment> & { path?: string; trace?: number } = {},
) => {
  const { path = 'y', trace = 0, keep = null } = own
  return { extensions: [{ trace, path, count, items }], keep }
}

describe('the shape of a figure', () => {
  test('has the name and type of each trace, also of one without members', () => {
    const { traces } = shapeOf('[{"name": "a", "type": "bar"}, {}, {"name": 7, "type": 3}, {"name": null}]')
    expect(traces.map(({ name, type }) => [name, type])).toEqual([
      ['a', 'bar'],
      [null, 'scatter'],
      ['7', 'scatter'],
      [null, 'scatter'],
    ])
  })

  test('has the lengths of arrays, and the names of typed ones and of single values', () => {
    const text = '[{"x": [1, 22], "marker": {"size": 3, "color": []}, "y": {"dtype": "f8", "bdata": "AA"}}]'
    const [trace] = shapeOf(Buffer.from(text)).traces
    expect([...(trace?.arrays ?? [])]).toEqual([
      ['x', { count: 2, bytes: 5 }],
      ['marker.color', { count: 0, bytes: 0 }],
    ])
    expect([[...(trace?.typed ?? [])], [...(trace?.single ?? [])]]).toEqual([
      ['y'],
      ['marker.size', 'y.dtype'],
    ])
  })

  test('counts the longest array of each trace as its points, and the bytes of all', () => {
    const shape = shapeOf('[{"x": [1, 2, 3], "y": [10]}, {"y": [1, 2]}, {}]')
    expect([pointsOf(shape), bytesOf(shape)]).toEqual([5, 7 + 2 + 4])
  })

  test('has a bound on the names of a trace', () => {
    const many = (value: string, suffix = '') =>
      `[{${Array.from({ length: 500 }, (_, at) => `"a${at}${suffix}": ${value}`).join()}}]`
    expect(shapeOf(many('[]')).traces[0]?.arrays.size).toBe(namesOfATrace)
    expect(shapeOf(many('1')).traces[0]?.single.size).toBe(namesOfATrace)
    expect(shapeOf(many('{"bdata": ""}')).traces[0]?.typed.size).toBe(namesOfATrace)
  })

  const countsOf = ({ traces }: FigureShape) =>
    traces.map(({ arrays }) => [...arrays.values()].map(({ count, bytes }) => [count, bytes]))

  test('grows with what is appended, by so many bytes, and is as before when that is undone', () => {
    const shape = shapeOf('[{"y": [1, 2], "x": [1]}, {"y": [3]}]')
    const before = countsOf(shape)
    const undo = growShape(shape, {
      extensions: [...segmentOf('4,5', 2).extensions, ...segmentOf('"é"', 1, { path: 'x' }).extensions],
      keep: null,
    })
    expect(countsOf(shape)).toEqual([
      [
        [4, 8],
        [2, 6],
      ],
      [[1, 1]],
    ])
    const undoAgain = growShape(shape, segmentOf('6', 1))
    undoAgain()
    undo()
    expect(countsOf(shape)).toEqual(before)
  })

  test('keeps no more than was asked for, and about as many bytes', () => {
    const shape = shapeOf('[{"y":[1,2,3,4]}]')
    growShape(shape, segmentOf('5,6', 2, { keep: 6 }))
    expect(countsOf(shape)).toEqual([[[6, 11]]])
    growShape(shape, segmentOf('7', 1, { keep: 4 }))
    expect(countsOf(shape)).toEqual([[[4, 7]]])
  })

  test('is the same after points for what it does not have', () => {
    const shape = shapeOf('[{"y": [1]}]')
    for (const segment of [segmentOf('2', 1, { trace: 3 }), segmentOf('2', 1, { path: 'x' })])
      growShape(shape, segment)
    expect(countsOf(shape)).toEqual([[[1, 1]]])
  })
})

describe('points', () => {
  const joined = (data: string, ...segments: Segment[]) => String(extendData(data, segments))

  test('are joined in any order of arrays and traces', () => {
    const data = '[{"x":[1],"y":[]},{"y":[5]}]'
    const segments = [segmentOf('6', 1, { trace: 1 }), segmentOf('2', 1), segmentOf('2', 1, { path: 'x' })]
    expect(joined(data, ...segments)).toBe('[{"x":[1,2],"y":[2]},{"y":[5,6]}]')
  })

  test('leave everything as it is where there are none, or the array is not there', () => {
    const data = '[{"y":[1] , "z":3}]'
    expect(extendData(data, [])).toBe(data)
    expect(joined(data, segmentOf('2', 1, { path: 'x' }), segmentOf('2', 1, { path: 'z' }))).toBe(data)
  })

  test('push out the first of all that are there, each by its own bound', () => {
    const data = '[{"y":[1,2,3]}]'
    expect(joined(data, segmentOf('4', 1, { keep: 2 }), segmentOf('5', 1))).toBe('[{"y":[3,4,5]}]')
    expect(joined(data, segmentOf('4,5', 2, { keep: 1 }), segmentOf('6', 1, { keep: 9 }))).toBe(
      '[{"y":[5,6]}]',
    )
    expect(joined(data, segmentOf('4,5,6', 3, { keep: 3 }))).toBe('[{"y":[4,5,6]}]')
    expect(joined(data, segmentOf('4', 1, { keep: 4 }))).toBe('[{"y":[1,2,3,4]}]')
  })

  test('push out strings, lists and objects whole', () => {
    const data = String.raw`[{"y":["a,\"]",[1,[2,3]],{"a":[1,2]}, 4 ,5]}]`
    for (const [keep, rest] of [
      [5, '[1,[2,3]],{"a":[1,2]}, 4 ,5,6'],
      [4, '{"a":[1,2]}, 4 ,5,6'],
      [3, ' 4 ,5,6'],
    ] as const) {
      expect(joined(data, segmentOf('6', 1, { keep }))).toBe(`[{"y":[${rest}]}]`)
    }
  })

  test('are joined to a large text as well', () => {
    const long = `[{"y":[${Array(50_000).fill('1').join()}]}]`
    const whole = extendData(Buffer.from(long), [segmentOf('2', 1)])
    expect([typeof whole, String(whole).length, String(whole).endsWith(',1,2]}]')]).toEqual([
      'object',
      long.length + 2,
      true,
    ])
  })

  test('are kept as they are in a store', () => {
    const segment = {
      extensions: [
        { trace: 0, path: 'x', count: 2, items: '"é\n",1e400' },
        { trace: 3, path: 'marker.size', count: 1, items: Buffer.from('7') },
      ],
      keep: 5,
    }
    const { extensions, keep } = unpackSegment(packSegment(segment))
    expect(keep).toBe(5)
    expect(extensions.map(each => ({ ...each, items: String(each.items) }))).toEqual(
      segment.extensions.map(each => ({ ...each, items: String(each.items) })),
    )
    // A view of a longer buffer, as stores return them.
    const packed = packSegment(segmentOf('1', 1))
    const shifted = Buffer.concat([Buffer.from('xx'), packed]).subarray(2)
    expect(unpackSegment(new Uint8Array(shifted.buffer, shifted.byteOffset, shifted.length))).toEqual({
      extensions: [{ trace: 0, path: 'y', count: 1, items: Buffer.from('1') }],
      keep: null,
    })
  })
})

describe('an append is refused', () => {
  function refusal(data: string, points: unknown, keep?: unknown) {
    try {
      planAppend(shapeOf(data), readAppend(Buffer.from(JSON.stringify({ points, keep }))))
      return []
    } catch (error) {
      const { details, message } = error as AppError
      return details?.map(({ path, message: told }) => `${path}: ${told}`) ?? [message]
    }
  }

  test.each<[string, string, unknown, string[]]>([
    [
      'for a figure without traces',
      '[]',
      [{ trace: 0, y: [1] }],
      ['points[0].trace: the figure has no traces; replace the figure'],
    ],
    [
      'for a trace beyond the last',
      '[{"y":[]}]',
      [{ trace: 1, y: [1] }],
      ['points[0].trace: there is no trace 1; the last trace is 0'],
    ],
    [
      'for a name that is nearly one',
      '[{"name":"north","y":[]}]',
      [{ trace: 'nroth', y: [1] }],
      ['points[0].trace: there is no trace named "nroth"; did you mean "north"?'],
    ],
    [
      'for a name like no other',
      '[{"name":"north","y":[]},{}]',
      [{ trace: 'x', y: [1] }],
      ['points[0].trace: there is no trace named "x"; name one by its index in data, from 0'],
    ],
    [
      'for an array in two sets',
      '[{"name":"a","y":[]}]',
      [
        { trace: 0, y: [1] },
        { trace: 'a', y: [2] },
      ],
      ['points[1].y: appears in two sets of this request; join them'],
    ],
    [
      'for a name of many traces, of which ten are listed',
      `[${Array(12).fill('{"name":"a","y":[]}').join()}]`,
      [{ trace: 'a', y: [1] }],
      ['points[0].trace: the traces 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 are all named "a"; name one by its index'],
    ],
    [
      'for a name that is nearly one of an array that takes no points',
      '[{"y":[],"meta":[1]}]',
      [{ trace: 0, mety: [1] }],
      ['points[0].mety: is not an array of a scatter trace'],
    ],
    [
      'for that alone, beside arrays that take points',
      '[{"x":[1],"y":[1]}]',
      [{ trace: 0, x: [1], y: [1], z: [1] }],
      ['points[0].z: is not an array of a scatter trace'],
    ],
    [
      'for arrays that differ now',
      '[{"x":[1],"y":[1,2]}]',
      [{ trace: 0, x: [1], y: [1] }],
      ['points[0]: these arrays do not have the same length now (x has 1, y has 2); replace the figure'],
    ],
    [
      'for a value that stands for all points',
      '[{"y":[],"marker":{"size":3}}]',
      [{ trace: 0, marker: { size: [1] } }],
      [
        'points[0].marker.size: is a single value for all points of this trace; replace the figure once, with this as an array',
      ],
    ],
  ])('%s', (_why, data, points, told) => expect(refusal(data, points)).toEqual(told))

  test('is none where an array takes no part: it is empty, of another length, or of no points', () => {
    for (const others of [
      '"text":[]',
      '"text":["only"]',
      '"meta":[1,2]',
      '"text":"for all"',
      '"marker":{"colorscale":[[0,"red"],[1,"blue"]]}',
    ]) {
      expect([others, refusal(`[{"y":[1,2],${others}}]`, [{ trace: 0, y: [3] }])]).toEqual([others, []])
    }
    expect(refusal('[{"type":"heatmap","z":[[1],[2]],"y":[1,2]}]', [{ trace: 0, z: [[3]] }])).toEqual([])
  })

  test('is none for links of as many as there are nodes, which are other things', () => {
    const links = { source: [0], target: [1], value: [2] }
    const data = JSON.stringify([{ type: 'sankey', node: { label: ['a'] }, link: links }])
    expect(refusal(data, [{ trace: 0, link: links }])).toEqual([])
    expect(refusal(data, [{ trace: 0, link: { source: [0], target: [1] } }])).toEqual([
      'points[0].link.value: required: link.value has one value for each point of this trace; send null where there is none',
    ])
  })

  test('where the figure would have more points than it may, also if it keeps that many of each array', () => {
    const shape = shapeOf('[{"y":[]},{"y":[1,2,3]}]')
    const values = shape.traces[0]?.arrays.get('y')
    const append = (count: number) => {
      if (values) values.count = 2_000_000 - 3 - count
      const body = { points: [{ trace: 0, y: [1, 2] }], keep: 2_000_000 }
      return planAppend(shape, readAppend(Buffer.from(JSON.stringify(body))))
    }
    expect(append(2).keep).toBe(2_000_000)
    expect(() => append(1)).toThrow(expect.objectContaining({ code: 'invalid_figure' }))
  })

  test.each([
    [0, 'keep: must be a whole number from 1 to 2000000'],
    [2_000_001, 'keep: must be a whole number from 1 to 2000000'],
    [1.5, 'keep: must be a whole number from 1 to 2000000'],
    ['5', 'keep: must be a whole number from 1 to 2000000'],
    [[5], 'keep: must be a whole number from 1 to 2000000'],
  ])('for keep %j', (keep, told) =>
    expect(refusal('[{"y":[]}]', [{ trace: 0, y: [1] }], keep)).toEqual([told]),
  )

  test.each([null, 1, 2_000_000])('not for keep %j', keep =>
    expect(refusal('[{"y":[]}]', [{ trace: 0, y: [1] }], keep)).toEqual([]),
  )

  test('where the figure would have more than 64 MiB, unless values go', () => {
    const shape = shapeOf('[{"y":[1]}]')
    const values = shape.traces[0]?.arrays.get('y')
    if (values) values.bytes = 64 * 1024 * 1024 - 2
    const append = (keep?: number) =>
      planAppend(shape, readAppend(Buffer.from(JSON.stringify({ points: [{ trace: 0, y: [123] }], keep }))))
    expect(() => append()).toThrow(expect.objectContaining({ code: 'payload_too_large' }))
    expect(append(1).keep).toBe(1)
    if (values) values.bytes -= 1
    expect(append().keep).toBeNull()
  })
})
