/** The data of figures as tables: exact, quoted, and nothing lost. */

import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { readSubmission } from '../../../../src/domain/figure/submission.ts'
import { writeCsv } from '../../../../src/domain/figure/table/csv.ts'

const csvOf = (data: string) => writeCsv(Buffer.from(data)).toString()

describe('the table of an animation', () => {
  const trace = (name: string, x: number[], y: number[]) => ({ name, x, y })
  const framesOf = (data: readonly unknown[], frames: readonly unknown[]) =>
    csvOf(JSON.stringify({ data, frames })).split('\r\n')

  test('has the points of each frame, and the first state once', () => {
    const years = [
      { name: '1952', data: [trace('Asia', [1], [2]), trace('Asia', [3], [4])] },
      { data: [trace('Asia', [5], [6])] },
    ]
    const rows = ['1952,Asia,1,2', '1952,Asia (2),3,4', '1,Asia,5,6', '']
    expect(framesOf(years[0]!.data, years)).toEqual(['frame,trace,x,y', ...rows])
    const other = [trace('Asia', [1], [0]), ...years[0]!.data.slice(1)]
    expect(framesOf(other, years)).toEqual(['frame,trace,x,y', ',Asia,1,0', ...rows])
  })

  test('has the columns that a frame leaves, and traces that none changes', () => {
    const data = [trace('fixed', [0], [0]), trace('moved', [1, 2], [3, 4]), { type: 'indicator', value: 5 }]
    const frames = [
      { name: 'a', traces: [1, 2], data: [{ y: [7.0, 8] }, { value: 6 }] },
      { name: 'b', layout: { title: 'T' } },
      { name: 'c', traces: [1], data: [{ y: [9] }] },
      { name: 'd', traces: [1], data: [{ marker: { color: 'red' } }] },
    ]
    expect(framesOf(data, frames)).toEqual([
      'frame,trace,x,y,value',
      ',fixed,0,0,',
      ',moved,1,3,',
      ',moved,2,4,',
      ',trace 2,,,5',
      'a,moved,1,7,',
      'a,moved,2,8,',
      'a,trace 2,,,6',
      // The frame would repeat the longer column.
      'c,moved,0,9,',
      '',
    ])
  })

  test('has the first state once also where the first frames change nothing', () => {
    const data = [trace('Asia', [1], [2])]
    const frames = [null, { name: 'a', layout: {} }, { name: 'b', data }]
    expect(framesOf(data, frames)).toEqual(['frame,trace,x,y', 'b,Asia,1,2', ''])
  })

  test('has what frames change within an attribute beside the rest of it', () => {
    const data = [{ ...trace('A', [1], [2]), marker: { size: [3] } }]
    const frames = [
      { name: 'a', data: [{ marker: { color: ['red'] } }] },
      { name: 'b', data: [{ y: [4], marker: null }] },
    ]
    expect(framesOf(data, frames)).toEqual([
      'frame,trace,x,y,marker.size,marker.color',
      ',A,1,2,3,',
      'a,A,1,2,3,red',
      'b,A,1,4,,',
      '',
    ])
  })

  test('counts frames without a name, and has traces that only frames have', () => {
    const frames = [
      { data: [trace('A', [1], [2])] },
      { name: '', traces: [1, 5, 1], data: [{ y: [3] }, { y: [4] }, null] },
      { name: 7, traces: [1], data: [{ y: [5] }] },
    ]
    expect(framesOf([null, trace('A', [1], [2])], frames)).toEqual([
      'frame,trace,x,y',
      '0,A,1,2',
      '1,A,1,3',
      '1,trace 5,0,4',
      '2,A,1,5',
      '',
    ])
  })

  test.each([
    [16, 'a,A,1,3,0,'],
    [17, 'a,A,0,3,,'],
  ])('has a trace of %d columns in each frame, but no wider one', (columns, begin) => {
    const wide = { ...trace('A', [1], [2]), customdata: [Array(columns - 2).fill(0)] }
    const lines = framesOf([wide], [{ name: 'a', data: [{ y: [3] }] }])
    expect(lines[1]).toMatch(/^,A,1,2,0,/)
    expect(lines[2]?.startsWith(begin)).toBe(true)
  })

  test('has one row a value where it would be nearly all holes', () => {
    const frames = Array.from({ length: 300 }, (_, i) => ({
      data: [{ type: 'parcoords', dimensions: [{ label: `d${i}`, values: Array(50).fill(i) }] }],
    }))
    const lines = framesOf([{ type: 'parcoords' }], frames)
    expect(lines.slice(0, 3)).toEqual([
      'frame,trace,column,row,value',
      '0,trace 0,d0,0,0',
      '0,trace 0,d0,1,0',
    ])
    expect(lines).toHaveLength(1 + 300 * 50 + 1)
  })

  test('is that of its data if no frame has any', () => {
    expect(framesOf([trace('A', [1], [2])], [{ layout: {} }])).toEqual(['x,y', '1,2', ''])
  })
})

describe('the table of a figure', () => {
  test.each([
    ['no trace', '[]', ''],
    [
      'one trace',
      '[{"x":[1.0,2],"y":[1e400,12345678901234567890]}]',
      'x,y\r\n1.0,1e400\r\n2,12345678901234567890\r\n',
    ],
    [
      'what is missing, and an empty text',
      '[{"type":"bar","x":["a",""],"y":[null,true]}]',
      'x,y\r\na,\r\n"",true\r\n',
    ],
    ['places by counting', '[{"y":[5,6],"x0":10,"dx":0.5}]', 'x,y\r\n10,5\r\n10.5,6\r\n'],
    [
      'traces over the same x',
      '[{"name":"A","x":["u","v"],"y":[1,2]},{"name":"A","x":["u","v"],"y":[3,4]}]',
      'x,A,A (2)\r\nu,1,3\r\nv,2,4\r\n',
    ],
    [
      'what more such traces say',
      '[{"name":"A","x":[1],"y":[2],"text":["t"]},{"x":[1],"y":[3]}]',
      'x,A y,A text,trace 1\r\n1,2,t,3\r\n',
    ],
    [
      'traces that are nothing but what they share',
      '[{"type":"violin","name":"A","y":[1]},{"type":"violin","name":"B","y":[1]}]',
      'trace,y\r\nA,1\r\nB,1\r\n',
    ],
    [
      'traces in space',
      '[{"type":"scatter3d","name":"A","x":[1],"y":[2],"z":[3]},{"type":"scatter3d","name":"B","x":[1],"y":[2],"z":[4]}]',
      'trace,x,y,z\r\nA,1,2,3\r\nB,1,2,4\r\n',
    ],
    [
      'traces over other x',
      '[{"name":"A","x":[1],"y":[2]},{"name":"B","x":[3,4],"y":[5,6]}]',
      'trace,x,y\r\nA,1,2\r\nB,3,5\r\nB,4,6\r\n',
    ],
    [
      'a matrix',
      '[{"type":"heatmap","x":["a","b"],"y":[1,2],"z":[[1.50,2],[3,null]]}]',
      'y \\ x,a,b\r\n1,1.50,2\r\n2,3,\r\n',
    ],
    [
      'a table of lists and single values',
      '[{"type":"table","header":{"values":["z",["a","b"],"c"]},"cells":{"values":[[1],[2, 3],4]}}]',
      'z,a b,c\r\n1,2,4\r\n,3,\r\n',
    ],
    [
      'a matrix whose rows have unequal lengths, and more than values',
      '[{"type":"heatmap","z":[[1,2],[],[3]],"text":[["s"],[],["t","u"]]}]',
      'column,row,z,text\r\n0,0,1,s\r\n1,0,2,\r\n0,2,3,t\r\n',
    ],
    ['a matrix between edges', '[{"type":"heatmap","x":[0,1,2],"z":[[7,8]]}]', 'y \\ x,0,1,2\r\n0,7,8,\r\n'],
    [
      'a matrix with more than values',
      '[{"type":"heatmap","x":["a","b"],"z":[[1,2]],"text":[["s","t"]]}]',
      'row,x,z,text\r\n0,a,1,s\r\n0,b,2,t\r\n',
    ],
    [
      'the samples of each box beside its quartiles',
      '[{"type":"box","q1":[1,2],"median":[2,3],"q3":[3,4],"y":[[0,5],[1,6,7]]}]',
      'y[0],y[1],y[2],q1,median,q3\r\n0,5,,1,2,3\r\n1,6,7,2,3,4\r\n',
    ],
    [
      'categories of two levels',
      '[{"type":"bar","x":[["p","p"],["q","r"]],"y":[1,2]}]',
      'x[0],x[1],y\r\np,q,1\r\np,r,2\r\n',
    ],
    [
      'a typed array',
      `[{"y":{"dtype":"f8","bdata":"${Buffer.from(new Float64Array([0.1, Number.NaN]).buffer).toString('base64')}"}}]`,
      'x,y\r\n0,0.1\r\n1,\r\n',
    ],
    [
      'dimensions',
      '[{"type":"splom","dimensions":[{"label":"A","values":[1]},{"label":"A","values":[2]}]}]',
      'A,A (2)\r\n1,2\r\n',
    ],
    [
      'a table',
      '[{"type":"table","header":{"values":[["<b>A</b>"],"B"]},"cells":{"values":[[1,2],["x"]]}}]',
      '<b>A</b>,B\r\n1,x\r\n2,\r\n',
    ],
    [
      'links and nodes',
      '[{"type":"sankey","node":{"label":["a","b"]},"link":{"source":[0],"target":[1],"value":[8.0]}}]',
      'trace,link.source,link.target,link.value,node.label\r\n"trace 0, links",0,1,8.0,\r\n"trace 0, nodes",,,,a\r\n"trace 0, nodes",,,,b\r\n',
    ],
    ['one value', '[{"type":"indicator","value":7.10}]', 'value\r\n7.10\r\n'],
    ['one value beyond all numbers', '[{"type":"indicator","value":1e400}]', 'value\r\n1e400\r\n'],
    ['an attribute of that odd name', '[{"x":["__proto__"],"y":[1]}]', 'x,y\r\n__proto__,1\r\n'],
  ])('has %s', (_what, data, file) => {
    expect(csvOf(data)).toBe(file)
  })

  test('reads long lists as it reads short ones', () => {
    const items = [
      '1.0',
      '12345678901234567890',
      '-1e400',
      'null',
      'true',
      '"a\\"]\\\\"',
      '"é,"',
      '""',
      '7',
      '1.50',
    ]
    const cells = ['1.0', '12345678901234567890', '-1e400', '', 'true', '"a""]\\"', '"é,"', '""', '7', '1.50']
    const times = 40
    const long = Array.from({ length: times }, () => items.join(' ,\n ')).join(' , ')
    const data = `[{"type":"bar","name":"A","y":[${long}\t],"x":[1,"p",3]},{"y":[ 5 ]}]`
    const column = csvOf(data)
      .split('\r\n')
      .slice(1, 1 + times * items.length)
      .map(line => /^A,[^,]*,(.*)$/.exec(line)?.[1])
    expect(column).toEqual(Array.from({ length: times }, () => cells).flat())
  })

  test.each([
    [
      'a matrix',
      [{ type: 'heatmap', z: [Array(60_000).fill(1), ...Array(30_000).fill([])] }],
      ['column,row,z', '0,0,1', '1,0,1'],
      60_001,
    ],
    [
      'a table',
      [{ type: 'table', cells: { values: [Array(30_000).fill(1), ...Array(30_000).fill([])] } }],
      ['trace,column,row,value', 'trace 0,column 0,0,1', 'trace 0,column 0,1,1'],
      30_001,
    ],
    [
      'traces that have nothing in common',
      Array.from({ length: 1_000 }, (_, i) => ({
        type: 'parcoords',
        dimensions: [{ label: `d${i}`, values: Array(50).fill(i) }],
      })),
      ['trace,column,row,value', 'trace 0,d0,0,0', 'trace 0,d0,1,0'],
      50_001,
    ],
    [
      'what belongs to points',
      [{ y: [1], customdata: [Array(60_000).fill(1), ...Array(20_000).fill([1])] }],
      ['x,y,customdata'],
      20_002,
    ],
  ])('has one row a value where %s would be nearly all holes', (_what, data, head, count) => {
    const lines = csvOf(JSON.stringify(data)).split('\r\n').slice(0, -1)
    expect(lines.slice(0, head.length)).toEqual(head)
    expect(lines.length).toBe(count)
  })

  test.each([
    [100, 100, 'column 0,column 1'],
    [100, 101, 'trace,column,row,value'],
    [600, 20, 'column 0,column 1'],
    [600, 21, 'trace,column,row,value'],
  ])('has few holes: %d rows of which one value stands in %d columns', (rows, columns, head) => {
    const values = [Array(rows).fill(1), ...Array(columns - 1).fill([])]
    expect(csvOf(JSON.stringify([{ type: 'table', cells: { values } }])).startsWith(head)).toBe(true)
  })

  const long = 'n'.repeat(50_000)
  const many = Array.from({ length: 3_000 }, (_, i) => i)
  test.each<[string, object[]]>([
    ['the name of a trace', [{ name: long, x: many, y: many }, { y: [1, 2] }]],
    [
      'the label of a dimension',
      [{ type: 'splom', dimensions: [{ label: long, values: many }] }, ...many.map(() => ({ x: [1] }))],
    ],
    ['the category of a row', [{ type: 'heatmap', y: [long], z: [many], text: [many] }]],
    [
      'the category of a column, among many',
      [{ type: 'heatmap', x: [long, ...many.slice(0, 40)], z: many.map(i => [i]), text: many.map(i => [i]) }],
    ],
    [
      'a category that is a list',
      [{ type: 'heatmap', y: [1, { a: many }], z: [[1], many], text: [[1], many] }],
    ],
  ])('does not repeat a long text without end: %s', (_what, traces) => {
    const data = JSON.stringify(traces)
    const began = process.cpuUsage()
    const file = csvOf(data)
    expect(file.length).toBeLessThan(50 * data.length)
    expect(process.cpuUsage(began).user / 1000).toBeLessThan(5_000)
    expect(file.split('\r\n').length).toBeGreaterThan(3_000)
  })

  test('does not repeat the long name of a trace in each of its columns', () => {
    const trace = {
      type: 'table',
      name: long,
      header: { values: ['x', ...many] },
      cells: { values: [[1], ...many.map(i => [i])] },
    }
    const data = JSON.stringify([trace, trace])
    expect(csvOf(data).length).toBeLessThan(50 * data.length)
  })

  test('shortens no text of a figure that repeats its names as people do', () => {
    const name = 'Measured at the northern station, before the repair'
    const y = Array(20_000).fill(1)
    const [, first] = csvOf(JSON.stringify([{ name, x: y, y }, { y: [1] }])).split('\r\n')
    expect(first).toBe(`"${name}",1,1`)
  })

  test('tells thousands of columns of one name apart', () => {
    const names = Array(50_000).fill('A')
    const [head = ''] = csvOf(
      JSON.stringify([{ type: 'table', header: { values: names }, cells: { values: names } }]),
    ).split('\r\n')
    expect(head).toMatch(/^A,A \(2\),A \(3\),.*,A \(50000\)$/)
  })

  test('quotes what would break a line or a cell', () => {
    expect(csvOf(JSON.stringify([{ x: ['a,b', 'say "hi"', 'two\nlines', ' space'], y: [1, 2, 3, 4] }]))).toBe(
      'x,y\r\n"a,b",1\r\n"say ""hi""",2\r\n"two\nlines",3\r\n" space",4\r\n',
    )
  })

  test('runs nothing in a spreadsheet, and each text can be had back', () => {
    const texts = ['=1+1', '+cmd', '-x', '@SUM(1)', "'=kept", "'plain", '-5', '+1.5e3', '-']
    const cells = csvOf(JSON.stringify([{ x: texts, y: texts.map(() => 1) }]))
      .split('\r\n')
      .slice(1, -1)
      .map(line => line.replace(/,1$/, ''))
    expect(cells).toEqual(["'=1+1", "'+cmd", "'-x", "'@SUM(1)", "''=kept", "'plain", '-5', '+1.5e3', "'-"])
    expect(cells.map(each => each.replace(/^'(?='*[=+\-@])/, ''))).toEqual(texts)
  })
})

/** As any reader of RFC 4180 takes it apart. */
function parse(file: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  for (const [, quoted, plain = '', end] of file.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    row.push(quoted?.replaceAll('""', '"') ?? plain)
    if (end === ',') continue
    rows.push(row)
    row = []
  }
  return rows
}

const numeral = /-?\d[\d.eE+-]*/g
const figures = join(import.meta.dirname, '../../../figures')

describe('the tables of real figures', () => {
  test.each(globSync('*.json', { cwd: figures }))('%s: even rows, every number of x, y and z', name => {
    const { figure } = readSubmission(readFileSync(join(figures, name)))
    const rows = parse(csvOf(String(figure.data)))
    expect(rows.length).toBeGreaterThan(1)
    expect(new Set(rows.map(({ length }) => length)).size).toBe(1)
    const cells = new Set(rows.flatMap(row => row.flatMap(cell => [cell, ...(cell.match(numeral) ?? [])])))
    const data = String(figure.data).replaceAll(/"domain"\s*:\s*\{[^}]*\}/g, '""')
    const texts = data.matchAll(/"(?:x|y|z|r|values)"\s*:\s*(\[[^"{}]*?\])/g)
    const numbers = [...texts].flatMap(([, list = '']) => list.match(numeral) ?? [])
    expect(numbers.filter(number => !cells.has(number))).toEqual([])
  })
})
