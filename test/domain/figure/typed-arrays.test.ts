import { expect, test } from '@jest/globals'
import { readSubmission } from '../../../src/domain/figure/submission.ts'

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
