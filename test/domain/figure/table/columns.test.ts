/** Which columns the data of a trace has, by its type, and how several traces share them. */

import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from '@jest/globals'
import { packCsv, writeCsv } from '../../../../src/domain/figure/table/csv.ts'
import { readTracePoints } from '../../../../src/domain/figure/table/trace-points.ts'

/** The lines of the file. */
const linesOf = (...traces: readonly unknown[]) =>
  writeCsv(JSON.stringify(traces)).toString().split('\r\n').slice(0, -1)

/** A typed array of whole numbers. */
const typed = (numbers: readonly number[], shape?: unknown) => ({
  dtype: 'i4',
  bdata: Buffer.from(Int32Array.from(numbers).buffer).toString('base64'),
  shape,
})

describe('a trace', () => {
  test.each<[string, object, string[]]>([
    ['counts places along y as well', { x: [1, 2], y0: 5, dy: 2 }, ['x,y', '1,5', '2,7']],
    ['counts as many places as there are values', { y: [5], text: ['a', 'b'] }, ['x,y,text', '0,5,a', ',,b']],
    ['counts places also where its type is none', { type: 7, y: [1] }, ['x,y', '0,1']],
    ['counts no dates', { y: [1], x0: '2024-01-01' }, ['y', '1']],
    ['counts none beside an empty list', { x: [], y: [5] }, ['x,y', ',5']],
    ['counts none where the type has none', { type: 'box', y: [null, 1] }, ['y', '""', '1']],
    ['has rows as columns', { y: [[1, 2], [3]] }, ['y[0],y[1]', '1,3', '2,']],
    [
      'has its places first, and the others as they were sent',
      { type: 'bar', text: ['a'], y: [1], marker: { color: ['r'] }, x: [3], width: 2 },
      ['x,y,text,marker.color', '3,1,a,r'],
    ],
    [
      'leaves out the shapes of a map',
      { type: 'choropleth', locations: ['FR'], z: [1], geojson: { customdata: [1, 2] } },
      ['locations,z', 'FR,1'],
    ],
    [
      'has several values of a point as columns',
      { x: [1, 2], y: [3, 4], customdata: [[1, 'a'], [2]] },
      ['x,y,customdata[0],customdata[1]', '1,3,1,a', '2,4,2,'],
    ],
    [
      'has the samples of boxes that lie as columns',
      { type: 'box', orientation: 'h', q1: [1], median: [2], q3: [3], x: [[0, 5]] },
      ['x[0],x[1],q1,median,q3', '0,5,1,2,3'],
    ],
    [
      'has no samples of boxes without all quartiles, but categories of two levels',
      { type: 'box', q1: [1], y: [['a'], ['b']] },
      ['y[0],y[1],q1', 'a,b,1'],
    ],
    [
      'has values of unequal kinds in one column',
      { x: [1, 2], y: [3, 4], customdata: [[1, 'a'], { b: 1 }] },
      ['x,y,customdata', '1,3,"[1,""a""]"', '2,4,"{""b"":1}"'],
    ],
    [
      'has pairs of a point as columns, where the type has no categories of two levels',
      {
        type: 'scatter3d',
        x: [
          ['p', 'q'],
          ['r', 's'],
        ],
        y: [1, 2],
        z: [3, 4],
      },
      ['x[0],x[1],y,z', 'p,q,1,3', 'r,s,2,4'],
    ],
    [
      'is an indicator',
      { type: 'indicator', value: 5, delta: { reference: 3 } },
      ['value,delta.reference', '5,3'],
    ],
    ['has single values', { type: 'bar', y: 5, x: {} }, ['y', '5']],
    ['has nothing', { type: 'bar' }, []],
    [
      'has dimensions, some with names',
      {
        type: 'parcoords',
        dimensions: [
          { values: [1] },
          { label: 'B' },
          { label: 'C', values: [3] },
          7,
          null,
          { label: 5, values: [6] },
        ],
      },
      ['dimension 0,C,dimension 5', '1,3,6'],
    ],
    [
      'is a table without a header',
      { type: 'table', cells: { values: [[1], 'x'] } },
      ['column 0,column 1', '1,x'],
    ],
    [
      'is a table with headers of any kind',
      { type: 'table', header: { values: [true, ['a', [1, null]], { b: 1 }] } },
      ['true,"a 1,",[object Object]'],
    ],
    ['is a table without cells', { type: 'table', header: { values: [null, 'b'] } }, ['"",b']],
    [
      'has faces beside vertices',
      { type: 'mesh3d', x: [0, 1], y: [0, 0], z: [0, 0], i: [0], j: [1], k: [1] },
      [
        'trace,x,y,z,i,j,k',
        '"trace 0, vertices",0,0,0,,,',
        '"trace 0, vertices",1,0,0,,,',
        '"trace 0, faces",,,,0,1,1',
      ],
    ],
  ])('%s', (_what, trace, lines) => expect(linesOf(trace)).toEqual(lines))

  test.each([
    [100, '0,0,'],
    [101, '"[0,0,'],
  ])('has columns for as many as a hundred values of a point: %d', (count, cells) => {
    const [head, line] = linesOf({ x: [1], y: [2], customdata: [Array(count).fill(0)] })
    expect([head?.includes('customdata[0]'), line?.startsWith(`1,2,${cells}`)]).toEqual([count === 100, true])
  })
})

describe('a matrix', () => {
  test.each<[string, object, string[]]>([
    [
      'has a cell for the longest of its rows, and for each y',
      { type: 'heatmap', y: [0, 1, 2], z: [[1], [2, 3]] },
      ['y \\ x,0,1', '0,1,', '1,2,3', '2,,'],
    ],
    [
      'has values for each cell also as a flat list',
      {
        type: 'heatmap',
        z: [
          [1, 2],
          [3, 4],
        ],
        text: ['a', 'b', 'c', 'd'],
      },
      ['column,row,z,text', '0,0,1,a', '1,0,2,b', '0,1,3,c', '1,1,4,d'],
    ],
    [
      'may have y as a matrix alone',
      {
        type: 'surface',
        z: [
          [1, 2],
          [3, 4],
        ],
        y: [
          [5, 6],
          [7, 8],
        ],
      },
      ['column,y,z', '0,5,1', '1,6,2', '0,7,3', '1,8,4'],
    ],
    [
      'has categories of two levels down its side',
      {
        type: 'heatmap',
        y: [
          ['p', 'p', 's'],
          ['q', 'r', 't'],
        ],
        z: [[1], [2], [3]],
      },
      ['column,y[0],y[1],z', '0,p,q,1', '0,p,r,2', '0,s,t,3'],
    ],
    [
      'has categories of up to eight levels',
      { type: 'heatmap', x: [...'abcdefghi'].map(level => [level]), z: [[1]] },
      ['row,x[0],x[1],x[2],x[3],x[4],x[5],x[6],x[7],z', '0,a,b,c,d,e,f,g,h,1'],
    ],
    [
      'has a line for each row',
      { type: 'heatmap', y: ['a', 'b'], z: [[1], [2]] },
      ['y \\ x,0', 'a,1', 'b,2'],
    ],
    [
      'is no matrix as a flat list',
      { type: 'heatmap', x: [0, 1], y: [2, 3], z: [4, 5] },
      ['x,y,z', '0,2,4', '1,3,5'],
    ],
    [
      'has a line for each cell, where there is more than its values',
      {
        type: 'surface',
        z: [
          [1, 2],
          [3, 4],
        ],
        x: [
          [5, 6],
          [7, 8],
        ],
      },
      ['row,x,z', '0,5,1', '0,6,2', '1,7,3', '1,8,4'],
    ],
    [
      'of a carpet has sides of its own',
      {
        type: 'carpet',
        a: [1, 2],
        b: [3, 4],
        y: [
          [5, 6],
          [7, 8],
        ],
      },
      ['y,a,b', '5,1,3', '6,2,3', '7,1,4', '8,2,4'],
    ],
    [
      'on a carpet has sides of its own',
      {
        type: 'contourcarpet',
        a: [1, 2],
        b: [3, 4],
        z: [
          [5, 6],
          [7, 8],
        ],
      },
      ['a,b,z', '1,3,5', '2,3,6', '1,4,7', '2,4,8'],
    ],
    [
      'has categories of two levels along its sides',
      {
        type: 'heatmap',
        x: [
          ['p', 'p'],
          ['q', 'r'],
        ],
        y: ['u'],
        z: [[3, 4]],
      },
      ['x[0],x[1],y,z', 'p,q,u,3', 'p,r,u,4'],
    ],
    ['has whole pixels in its cells', { type: 'image', z: [[[1, 2, 3]]] }, ['y \\ x,0', '0,"[1,2,3]"']],
    [
      'is none of a histogram, which counts points',
      { type: 'histogram2d', x: [1], y: [3], z: [[1, 2]] },
      ['x,y,z[0],z[1]', '1,3,1,2'],
    ],
  ])('%s', (_what, trace, lines) => expect(linesOf(trace)).toEqual(lines))
})

describe('a typed array', () => {
  test.each<[string, object, string[]]>([
    ['has its numbers', { type: 'box', y: typed([1, 2]) }, ['y', '1', '2']],
    ['has rows', { type: 'heatmap', z: typed([1, 2, 3, 4], '2, 2') }, ['y \\ x,0,1', '0,1,2', '1,3,4']],
    ['has rows by a list', { type: 'heatmap', z: typed([1, 2], [1, 2]) }, ['y \\ x,0,1', '0,1,2']],
    ['has no rows of another number', { type: 'heatmap', z: typed([1, 2], '2,2') }, ['z', '1', '2']],
    ['has no rows without values', { type: 'heatmap', z: typed([], '3,0') }, ['z']],
    ['has no rows of three sides', { type: 'heatmap', z: typed([1, 2], [1, 1, 2]) }, ['z', '1', '2']],
    ['must be of a known kind', { type: 'box', y: { dtype: 'i5', bdata: 'AAAA' } }, []],
    ['must be a text', { type: 'box', y: { dtype: 'i4', bdata: 5 } }, []],
  ])('%s', (_what, trace, lines) => expect(linesOf(trace)).toEqual(lines))
})

describe('several traces', () => {
  test.each<[string, object[], string[]]>([
    [
      'have numbers as names, or none',
      [
        { name: 7, x: [1], y: [2] },
        { name: '', x: [3], y: [4] },
      ],
      ['trace,x,y', '7,1,2', 'trace 1,3,4'],
    ],
    [
      'have titles as names, where their type draws them',
      [
        { type: 'pie', title: { text: '<b>A</b>' }, values: [1] },
        { type: 'funnelarea', title: 'B', values: [2] },
        { type: 'pie', title: '', values: [3] },
        { type: 'pie', title: {}, values: [4] },
        { type: 'box', title: 'C', y: [5] },
      ],
      ['trace,values,y', 'A,1,', 'B,2,', 'trace 2,3,', 'trace 3,4,', 'trace 4,,5'],
    ],
    [
      'have a matrix each',
      [
        { type: 'heatmap', z: [[1]] },
        { type: 'heatmap', z: [[2]] },
      ],
      ['trace,column,row,z', 'trace 0,0,0,1', 'trace 1,0,0,2'],
    ],
    [
      'share the places of a map',
      [
        { type: 'choropleth', locations: ['FR'], z: [1] },
        { type: 'choropleth', locations: ['FR'], z: [2] },
      ],
      ['locations,trace 0,trace 1', 'FR,1,2'],
    ],
    [
      'share labels',
      [
        { type: 'pie', labels: ['a'], values: [1] },
        { type: 'pie', labels: ['a'], values: [3] },
      ],
      ['labels,trace 0,trace 1', 'a,1,3'],
    ],
    [
      'share no labels in a tree',
      [
        { type: 'sunburst', labels: ['a'], parents: [''], values: [1] },
        { type: 'sunburst', labels: ['a'], parents: [''], values: [3] },
      ],
      ['trace,labels,parents,values', 'trace 0,a,"",1', 'trace 1,a,"",3'],
    ],
    [
      'share y where they lie',
      [
        { type: 'bar', orientation: 'h', x: [5], y: [1] },
        { type: 'bar', orientation: 'h', x: [7], y: [1] },
      ],
      ['y,trace 0,trace 1', '1,5,7'],
    ],
    [
      'share places that are written alike',
      [
        { x: ['1'], y: [1] },
        { x: [1], y: [2] },
      ],
      ['x,trace 0,trace 1', '1,1,2'],
    ],
    [
      'share no places of which one differs',
      [
        { x: [1, 2], y: [1, 2] },
        { x: [1, 3], y: [3, 4] },
      ],
      ['trace,x,y', 'trace 0,1,1', 'trace 0,2,2', 'trace 1,1,3', 'trace 1,3,4'],
    ],
    [
      'share no places of which one has more',
      [
        { x: [1, 2], y: [1, 2] },
        { x: [1], y: [3] },
      ],
      ['trace,x,y', 'trace 0,1,1', 'trace 0,2,2', 'trace 1,1,3'],
    ],
  ])('%s', (_what, traces, lines) => expect(linesOf(...traces)).toEqual(lines))

  test('are no more than objects', () =>
    expect(linesOf(7, null, { type: 'box', y: [1] })).toEqual(['y', '1']))
})

describe('a cell', () => {
  test.each([
    ['tail ', '"tail "'],
    ['\ttab', "'\ttab"],
    ['＝1', "'＝1"],
    ["''-1", "'''-1"],
    ['-1a', "'-1a"],
    ['.5', '.5'],
    ['5.', '5.'],
    ['+.5E-3', '+.5E-3'],
    ['1 2', '1 2'],
    ['a=b', 'a=b'],
  ])('of %j is %j', (text, cell) => expect(linesOf({ type: 'box', x: [text], y: [1] })[1]).toBe(`${cell},1`))
})

test('a cell with a long list has all of it', () => {
  const list = Array(40).fill(7)
  expect(linesOf({ type: 'box', x: [{ list }], y: [1] })).toEqual(['x,y', `"{""list"":[${list}]}",1`])
})

test('a file is embedded as base64 of gzip', () => {
  const packed = packCsv('[{"type":"box","y":[1]}]').toString()
  expect(gunzipSync(Buffer.from(packed, 'base64')).toString()).toBe('y\r\n1\r\n')
})

describe('the points of a trace', () => {
  const trace = Buffer.from(
    JSON.stringify({ name: 'A', x: [1, 2, 3, 4, 5], y: typed([6, 7]), text: ['a', { b: 1 }] }).replace(
      '5]',
      '5e400]',
    ),
  )
  const read = (begin: number, every: number, first: number) =>
    readTracePoints(trace, { begin, every, first })

  test('are the entries of its arrays, with the digits that were sent', () => {
    expect(read(1, 1, 9)).toEqual({
      total: 5,
      points: [
        { index: 1, values: { x: '2', y: '7', text: '{"b":1}' } },
        { index: 2, values: { x: '3', y: 'null', text: 'null' } },
        { index: 3, values: { x: '4', y: 'null', text: 'null' } },
        { index: 4, values: { x: '5e400', y: 'null', text: 'null' } },
      ],
    })
  })

  test.each<[[number, number, number], number[]]>([
    [
      [0, 2, 9],
      [0, 2, 4],
    ],
    [
      [0, 1, 2],
      [0, 1],
    ],
    [[5, 1, 9], []],
    [[0, 1, 0], []],
  ])('are read in part: %j', (request, indexes) =>
    expect(read(...request).points.map(({ index }) => index)).toEqual(indexes),
  )

  test('are none where it has no arrays', () =>
    expect(readTracePoints(Buffer.from('{"y":1}'), { begin: 0, every: 1, first: 9 })).toEqual({
      total: 0,
      points: [],
    }))
})
