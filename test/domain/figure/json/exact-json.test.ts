/** Numbers that stay what was written. */

import { expect, test } from '@jest/globals'
import { readJson, readScalar } from '../../../../src/domain/figure/json/exact-json.ts'

test.each([
  '[1e400]',
  '[-1E+400]',
  '[12345678901234567890]',
  '{"a":[9007199254740993]}',
  '[-9007199254740993,"x",null,true]',
  '["1e400","12345678901234567890"]',
  '[1.5]',
  '[]',
])('%s is read and written as it is', text => expect(JSON.stringify(readJson(text))).toBe(text))

test.each<[string, unknown]>([
  ['[1e3]', [1000]],
  ['[1.0]', [1]],
  ['[1e-400]', [0]],
  ['[9007199254740991]', [9_007_199_254_740_991]],
  ['[0.12345678901234567890]', [0.12345678901234568]],
  ['[1234567890123456]', [1_234_567_890_123_456]],
  ['[1e15]', [1e15]],
  ['["x", true, null]', ['x', true, null]],
])('%s is the usual value beside others', (text, value) =>
  expect(readJson(`${text.slice(0, -1)}, 1e400]`)).toEqual([...(value as unknown[]), JSON.rawJSON('1e400')]),
)

test.each(['1.0', '1e3', '-0', '1e400', '12345678901234567890', '0.10'])(
  '%s stays as it is written',
  text => {
    expect(JSON.isRawJSON(readScalar(text))).toBe(true)
    expect(JSON.stringify(readScalar(text))).toBe(text)
  },
)

test.each<[string, unknown]>([
  ['1', 1],
  ['-2.5', -2.5],
  ['true', true],
  ['null', null],
  ['"1.0"', '1.0'],
  ['"a\\n"', 'a\n'],
])('%s is a plain value', (text, value) => expect(readScalar(text)).toBe(value))
