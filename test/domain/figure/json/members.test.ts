/** The members of objects in a list, such as those of traces. */

import { describe, expect, test } from '@jest/globals'
import { type FoundMember, MemberScanner } from '../../../../src/domain/figure/json/members.ts'
import { scan } from '../../../../src/domain/figure/json/scan.ts'

/** The members that are found, each as `item path = text`, with the count and kinds of an array's values. */
function foundIn(text: string, listName: string | null = null) {
  const found: string[] = []
  const bytes = Buffer.from(text)
  const scanner = new MemberScanner(bytes, listName, (member: FoundMember) => {
    const { item, path, isArray, start, end, count, nested, objects } = member
    const kinds = `${nested ? ' nested' : ''}${objects ? ' objects' : ''}`
    found.push(`${item} ${path} = ${bytes.subarray(start, end)}${isArray ? ` (${count})` : ''}${kinds}`)
  })
  scan(bytes, scanner)
  return { found, items: scanner.items }
}

describe('a list that is the whole text', () => {
  test('has members of any depth, by their names', () => {
    const text = '[{"x": [1, 2], "marker": {"size": 3, "line": {"w": []}}, "name": "a"}, {"y": [null]}]'
    expect(foundIn(text)).toEqual({
      items: 2,
      found: [
        '0 x = [1, 2] (2)',
        '0 marker.size = 3',
        '0 marker.line.w = [] (0)',
        '0 name = "a"',
        '1 y = [null] (1)',
      ],
    })
  })

  test('has values in arrays that are counted at their level alone', () => {
    const text = '[{"z": [[1, 2, 3], [4]], "o": [{"a": [1, 2], "b": 2}, 3], "m": [[{}], 1]}, {"t": [{}, []]}]'
    expect(foundIn(text).found).toEqual([
      '0 z = [[1, 2, 3], [4]] (2) nested',
      '0 o = [{"a": [1, 2], "b": 2}, 3] (2) objects',
      '0 m = [[{}], 1] (2) nested',
      '1 t = [{}, []] (2) nested objects',
    ])
  })

  test('counts items that are no objects, which have no name', () => {
    expect(foundIn('[1, {"x": 2}, [3, {"y": 4}], "s", {}]')).toEqual({
      items: 5,
      found: ['0  = 1', '1 x = 2', '2  = [3, {"y": 4}] (2) objects', '3  = "s"'],
    })
  })

  test('has names as they are meant, with their escapes read', () => {
    expect(foundIn('[{"\\u0078": [1], "a\\"b": {"ä": 2}}]').found).toEqual(['0 x = [1] (1)', '0 a"b.ä = 2'])
  })

  test('is empty, or no list at all', () => {
    expect(foundIn('[]')).toEqual({ items: 0, found: [] })
    expect(foundIn('7')).toEqual({ items: 0, found: ['-1  = 7'] })
  })
})

describe('a list with a name', () => {
  test('has its items, and what stands beside it has none', () => {
    const text =
      '{"keep": 5, "points": [{"trace": 0, "y": [1]}, {"y": [2, 3]}], "more": {"points": [{"z": 1}]}, "w": [4]}'
    expect(foundIn(text, 'points')).toEqual({
      items: 2,
      found: [
        '-1 keep = 5',
        '0 trace = 0',
        '0 y = [1] (1)',
        '1 y = [2, 3] (2)',
        '-1 more.points = [{"z": 1}] (1) objects',
        '-1 w = [4] (1)',
      ],
    })
  })

  test('may be no list', () => {
    expect(foundIn('{"points": {"y": [1]}}', 'points').found).toEqual(['-1 points.y = [1] (1)'])
    expect(foundIn('[{"points": [1]}]', 'points').found).toEqual(['-1  = [{"points": [1]}] (1) objects'])
  })
})
