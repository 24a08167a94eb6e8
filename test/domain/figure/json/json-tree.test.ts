/** What a request's body is made of near the top, and what is left closed. */

import { describe, expect, test } from '@jest/globals'
import { type Part, readJsonTree } from '../../../../src/domain/figure/json/json-tree.ts'

const partsOf = (text: string) => readJsonTree(Buffer.from(text))

/** The parts as text: what was opened as an object or array of these, what stays closed as it stands. */
function told(text: string, part: Part = partsOf(text)): unknown {
  if (part.items) return part.items.map(item => told(text, item))
  if (!part.members) return text.slice(part.start, part.end)
  return Object.fromEntries(
    part.members.map(({ start, end, value }) => [text.slice(start, end), told(text, value)]),
  )
}

describe('the parts of a body', () => {
  test('are told four levels deep, each with the text it has', () => {
    const text = ' { "a" : [ {"b": {"c": {"d" :1.0} , "e": [ 1 ], "g":2 } } ], "f\\u0020": "x" } '
    expect(told(text)).toEqual({
      '"a"': [{ '"b"': { '"c"': '{"d" :1.0}', '"e"': '[ 1 ]', '"g"': '2' } }],
      '"f\\u0020"': '"x"',
    })
  })

  test('an array around the whole is no level', () => {
    const text = '[{"a":{"b":{"c":{"d":{}}}}}]'
    expect(told(text)).toEqual([{ '"a"': { '"b"': { '"c"': { '"d"': '{}' } } } }])
  })

  test('an array is opened whatever it holds', () => {
    expect(told('{"v": [null, {"w": 1}, [{}], 2]}')).toEqual({ '"v"': ['null', { '"w"': '1' }, [{}], '2'] })
  })

  test.each(['{}', '1'])('of more than 200 parts %s, nobody asks for each: the array stays closed', item => {
    const text = `[${Array(201).fill(item).join()}]`
    expect(told(`{"v":${text},"w":{"x":1}}`)).toEqual({ '"v"': text, '"w"': { '"x"': '1' } })
    // And what is closed leaves room for others.
    const many = Array.from({ length: 150 }, (_, i) => `"${i}":${text}`).join()
    expect(told(`{${many},"w":{"x":1}}`)).toMatchObject({ '"w"': { '"x"': '1' } })
  })

  test('there is a bound on all of them', () => {
    const wide = `{${Array.from({ length: 200 }, (_, i) => `"${i}":{}`).join()}}`
    const many = `{${Array.from({ length: 100 }, (_, i) => `"${i}":${wide}`).join()}}`
    const count = (part: Part): number =>
      1 +
      [...(part.items ?? []), ...(part.members ?? []).map(({ value }) => value)].reduce(
        (n, p) => n + count(p),
        0,
      )
    expect(count(partsOf(many))).toBeLessThanOrEqual(10_001)
  })

  test.each(['', ' ', '{', '{"a":}', '[1,]', '{}{}'])('%p is not JSON', text => {
    expect(() => partsOf(text)).toThrow(expect.objectContaining({ code: 'invalid_json' }))
  })

  test('a nest without end costs nothing but its bytes', () => {
    const text = '['.repeat(200_000) + ']'.repeat(200_000)
    expect(partsOf(text)).toMatchObject({ kind: 'array', start: 0, end: 400_000 })
  })
})
