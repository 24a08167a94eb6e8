import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { readAppend } from '../../../../src/domain/figure/append/append-request.ts'
import { extendData } from '../../../../src/domain/figure/append/extend-data.ts'
import { growShape, pointsOf, shapeOf } from '../../../../src/domain/figure/append/figure-shape.ts'
import { planAppend } from '../../../../src/domain/figure/append/plan-append.ts'
import { packSegment, unpackSegment } from '../../../../src/domain/figure/append/segment.ts'
import type { AppError } from '../../../../src/errors/errors.ts'
import { examples } from '../../../support/property.ts'

const append = (data: string, ...bodies: readonly string[]): string => {
  const shape = shapeOf(data)
  const segments = bodies.map(body => {
    const segment = planAppend(shape, readAppend(Buffer.from(body)))
    growShape(shape, segment)
    return unpackSegment(packSegment(segment))
  })
  const text = String(extendData(data, segments))
  const grown = shapeOf(text)
  const counts = (of: typeof shape) =>
    of.traces.map(({ arrays }) => [...arrays].map(([path, { count }]) => [path, count]))
  expect(counts(shape)).toEqual(counts(grown))
  return text
}

const refusal = (data: string, body: string) => {
  try {
    planAppend(shapeOf(data), readAppend(Buffer.from(body)))
  } catch (error) {
    const { code, details } = error as AppError
    return { code, details: details?.map(({ path, message }) => `${path}: ${message}`) }
  }
  throw new Error('it was taken')
}

describe('appending', () => {
  test('every digit that was stored and sent stays', () => {
    expect(
      append(
        '[{ "x" : [1.0, 12345678901234567890 ] ,"y":[ "" , 0.10 ],"name":"a]b"}]',
        '{"points":[{"trace":0,"x":[1e400, -0],"y":[3.10,"[\\"],"]}]}',
        '{"points":[{"trace":"a]b","y":[null],"x":["é"]}]}',
      ).replaceAll(' ', ''),
    ).toBe('[{"x":[1.0,12345678901234567890,1e400,-0,"é"],"y":["",0.10,3.10,"[\\"],",null],"name":"a]b"}]')
  })

  test('nested names are reached as objects and as dotted names', () => {
    const data = '[{"x":[1],"marker":{"size":[5],"line":{"width":[1]}}}]'
    const want = '[{"x":[1,2],"marker":{"size":[5,6],"line":{"width":[1,2]}}}]'
    expect(append(data, '{"points":[{"trace":0,"x":[2],"marker":{"size":[6],"line":{"width":[2]}}}]}')).toBe(
      want,
    )
    expect(append(data, '{"points":[{"trace":0,"x":[2],"marker.size":[6],"marker.line.width":[2]}]}')).toBe(
      want,
    )
  })

  test('rows of a grid are values', () => {
    expect(
      append(
        '[{"type":"heatmap","x":[1,2],"y":[1,2],"z":[[1,2],[3,4]]}]',
        '{"points":[{"trace":0,"y":[3],"z":[[5,6]]}]}',
      ),
    ).toBe('[{"type":"heatmap","x":[1,2],"y":[1,2,3],"z":[[1,2],[3,4],[5,6]]}]')
  })

  test('objects are no values, but where anything is handed on', () => {
    const told = refusal('[{"x":[1],"y":[1]}]', '{"points":[{"trace":0,"x":[{"a":1}],"y":[2]}]}')
    expect(told.details).toEqual(['points[0].x: must contain values, but contains an object'])
    expect(append('[{"y":[1],"customdata":[]}]', '{"points":[{"trace":0,"customdata":[{"a":1}]}]}')).toBe(
      '[{"y":[1],"customdata":[{"a":1}]}]',
    )
  })

  test('of a name that is there twice the last counts', () => {
    expect(append('[{"x":[1],"x":[2]}]', '{"points":[{"trace":0,"x":[3]}]}')).toBe('[{"x":[1],"x":[2,3]}]')
  })

  test('an array without values, or null, adds nothing', () => {
    expect(
      append(
        '[{"x":[1]},{"x":[2],"y":[3]}]',
        '{"points":[{"trace":0,"x":[]},{"trace":1,"x":[4],"y":[5],"text":null}]}',
      ),
    ).toBe('[{"x":[1]},{"x":[2,4],"y":[3,5]}]')
  })

  test('as many sets and levels as an append may have are taken', () => {
    const data = `[${Array(2_000).fill('{"customdata":[]}').join()}]`
    const sets = Array.from({ length: 2_000 }, (_, trace) => `{"trace":${trace},"customdata":[1]}`)
    expect(append(data, `{"points":[${sets.join()}]}`)).toBe(data.replaceAll('[]', '[1]'))
    const nest = '['.repeat(60) + ']'.repeat(60)
    expect(append('[{"customdata":[]}]', `{"points":[{"trace":0,"customdata":[${nest}]}]}`)).toContain(nest)
  })

  test.each([
    ['1e+05', 100_000],
    ['1000.0', 1000],
    ['null', null],
  ])('keep is a whole number however it is written: %s', (written, keep) => {
    const body = Buffer.from(`{"points":[{"trace":0,"x":[4]}],"keep":${written}}`)
    expect(readAppend(body).keep).toBe(keep)
  })

  test('keep drops the first values, whatever they hold', () => {
    expect(
      append(
        '[{"x":["a,b","]",[1,{"a":2}]],"y":[1,2,3]}]',
        '{"points":[{"trace":0,"x":[4],"y":[4]}],"keep":2}',
      ),
    ).toBe('[{"x":[[1,{"a":2}],4],"y":[3,4]}]')
  })

  test('any appends come to what plain arrays come to', () => {
    const values = fc.array(
      fc.oneof(fc.integer(), fc.string(), fc.constant(null), fc.array(fc.integer(), { maxLength: 3 })),
      { maxLength: 6 },
    )
    const change = fc.record({
      trace: fc.integer({ min: 0, max: 1 }),
      x: values,
      keep: fc.option(fc.integer({ min: 1, max: 8 })),
    })
    fc.assert(
      fc.property(
        values,
        values,
        fc.array(change, { minLength: 1, maxLength: 8 }),
        (first, second, changes) => {
          const sent = changes.filter(({ x }) => x.length > 0)
          const model = [[...first], [...second]]
          for (const { trace, x, keep } of sent) {
            const all = [...(model[trace] ?? []), ...x]
            model[trace] = keep === null ? all : all.slice(-keep)
          }
          const bodies = sent.map(({ trace, x, keep }) => JSON.stringify({ points: [{ trace, x }], keep }))
          const text = append(JSON.stringify([{ x: first }, { a: 1, x: second }]), ...bodies)
          expect(JSON.parse(text)).toEqual([{ x: model[0] }, { a: 1, x: model[1] }])
        },
      ),
      examples(),
    )
  })
})

const line =
  '[{"type":"scatter","name":"a","x":[1,2],"y":[1,2],"text":["p","q"],"line":{"width":2}},{"name":"b"},{"name":"b","y":{"dtype":"f8","bdata":"AAAA"}}]'

describe('refused, with the place and a remedy', () => {
  test.each([
    [
      'a trace that is not there',
      '{"points":[{"trace":3,"x":[1]}]}',
      /^points\[0\]\.trace: there is no trace 3; the last trace is 2/,
    ],
    [
      'a name that no trace has',
      '{"points":[{"trace":"c","x":[1]}]}',
      /^points\[0\]\.trace: there is no trace named "c"/,
    ],
    ['a name that two traces have', '{"points":[{"trace":"b","x":[1]}]}', /1, 2 are all named "b"/],
    ['no trace', '{"points":[{"x":[1]}]}', /^points\[0\]\.trace: required/],
    [
      'unequal lengths',
      '{"points":[{"trace":0,"x":[1,2],"y":[1],"text":["",""]}]}',
      /^points\[0\]\.y: has 1 value, but x has 2/,
    ],
    [
      'an array that stays behind',
      '{"points":[{"trace":0,"x":[1],"y":[1]}]}',
      /^points\[0\]\.text: required/,
    ],
    [
      'an unknown name',
      '{"points":[{"trace":0,"xx":[1]}]}',
      /^points\[0\]\.xx: is not an array of a scatter trace; did you mean x\?/,
    ],
    [
      'one value for all',
      '{"points":[{"trace":0,"x":[1],"y":[2],"text":["t"],"marker":{"size":3}}]}',
      /^points\[0\]\.marker\.size: must be an array/,
    ],
    [
      'an array that the trace does not have',
      '{"points":[{"trace":1,"x":[1]}]}',
      /^points\[0\]\.x: does not exist in this trace/,
    ],
    [
      'a typed array',
      '{"points":[{"trace":2,"y":[1]}]}',
      /^points\[0\]\.y: is a typed array \(bdata\).*as plain numbers/,
    ],
    ['keep of zero', '{"points":[{"trace":0,"x":[1]}],"keep":0}', /^keep: must be a whole number from 1/],
    ['keep of a fraction', '{"points":[{"trace":0,"x":[1]}],"keep":1.5}', /^keep: must be a whole number/],
    ['keep beyond a double', '{"points":[{"trace":0,"x":[1]}],"keep":1e400}', /^keep: must be a whole/],
    ['keep as a text', '{"points":[{"trace":0,"x":[1]}],"keep":"5"}', /^keep: must be a whole number/],
    ['keep as a list', '{"points":[{"trace":0,"x":[1]}],"keep":[5]}', /^keep: must be a whole number/],
    ['keep as an object', '{"points":[{"trace":0,"x":[1]}],"keep":{"a":5}}', /^keep: must be a whole number/],
    [
      'keep as an empty object',
      '{"keep":{},"points":[{"trace":0,"x":[1]}]}',
      /^keep: must be a whole number/,
    ],
    ['points that are a number', '{"points":3}', /^points: must be an array of objects/],
    [
      'what is nested too deep',
      `{"points":[{"trace":0,"x":${'['.repeat(62)}${']'.repeat(62)}}]}`,
      /^\$: nested deeper than 64 levels/,
    ],
    [
      'more sets than one append may have',
      `{"points":[${Array(2_001).fill('{"trace":0,"x":[1]}').join()}]}`,
      /^points: 2001 sets are more than 2000; send several appends/,
    ],
    [
      'more values than a figure may have',
      `{"points":[{"trace":0,"x":[${'0,'.repeat(1_999_999)}0]},{"trace":1,"x":[1]}]}`,
      /^points: 2000001 values are more than 2000000/,
    ],
    ['an unknown key', '{"points":[],"kep":3}', /^kep: unknown key; did you mean keep\?/],
    ['no points', '{}', /^points: required/],
    ['points that are no list', '{"points":{"trace":0}}', /^points: must be an array/],
    ['an object without members for points', '{"points":{}}', /^points: must be an array/],
    ['a set that is no object', '{"points":[1]}', /^points\[0\]: must be an object/],
    ['nothing to add', '{"points":[{"trace":0,"x":[]}]}', /^points: has no values/],
    [
      'more arrays than a trace has',
      JSON.stringify({
        points: [{ trace: 0, ...Object.fromEntries(Array.from({ length: 401 }, (_, i) => [`a${i}`, [1]])) }],
      }),
      /^points\[0\]: uses more than 400 arrays/,
    ],
    ['a list', '[]', /^\$: the body must be an object/],
    ['a forbidden name', '{"points":[{"trace":0,"x":[{"__proto__":1}]}]}', /__proto__/],
  ])('%s', (_, body, message) => {
    const { code, details } = refusal(line, body)
    expect(code).toBe('invalid_figure')
    expect(details).toContainEqual(expect.stringMatching(message))
  })

  test('a fault is told once', () => {
    expect(refusal(line, '{"points":{"trace":0,"x":[1]}}').details).toHaveLength(1)
    for (const trace of [-1, 3]) {
      expect(refusal(line, `{"points":[{"trace":${trace},"x":[1]}]}`).details).toHaveLength(1)
    }
  })

  test('text that is not JSON, and a key that is there twice', () => {
    expect(refusal(line, '{"points":[{]}')).toMatchObject({ code: 'invalid_json' })
    expect(refusal(line, '{"points":[],"points":[]}')).toMatchObject({ code: 'invalid_json' })
    const long = `"${'n'.repeat(5_000)}"`
    const told = `the body has "${'n'.repeat(80)}…" twice; send it once`
    expect(() => readAppend(Buffer.from(`{${long}:1,${long}:1}`))).toThrow(told)
  })

  test('more points than a figure may have, unless the first ones go', () => {
    const full = `[{"y":[${'0,'.repeat(1_999_999)}0]}]`
    const one = '{"points":[{"trace":0,"y":[1]}]}'
    expect(refusal(full, one).details).toEqual([expect.stringMatching(/2000001 points.*keep/)])
    const shape = shapeOf(full)
    growShape(shape, planAppend(shape, readAppend(Buffer.from('{"points":[{"trace":0,"y":[1]}],"keep":10}'))))
    expect(pointsOf(shape)).toBe(10)
  })
})
