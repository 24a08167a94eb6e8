import { expect, test } from '@jest/globals'
import { readSubmission } from '../../../../src/domain/figure/submission.ts'

const submit = (bdata: string) =>
  readSubmission(Buffer.from(`{"data": [{"type": "bar", "y": {"dtype": "f8", "bdata": "${bdata}"}}]}`))

test('base64 may be written with the escapes of JSON, as plotly.py writes its slashes', () => {
  for (const slash of ['/', '\\/', '\\u002f', '\\u002F']) {
    expect(submit(`AAAAAAAA8D8AAAAAAAD${slash}PwAAAAAAAPA/`.slice(0, -1) + slash).warnings).toEqual([])
  }
})

test('what is no base64 is refused, escaped or not', () => {
  expect(() => submit('AAAAAAAA8D8*')).toThrow('base64')
  expect(() => submit('AAAAAAAA8D8\\u002a')).toThrow('base64')
})

test('a thousand million rows without a value are refused, a few are none', () => {
  const submitShape = (shape: string) =>
    readSubmission(
      Buffer.from(`{"data": [{"type": "heatmap", "z": {"dtype": "u1", "bdata": "", "shape": "${shape}"}}]}`),
    )
  for (const shape of ['1000000000,0', '0,1000000000', '2,0,1000000000'])
    expect(() => submitShape(shape)).toThrow('rows without a value')
  expect(submitShape('5,0').figure).toBeDefined()
})
