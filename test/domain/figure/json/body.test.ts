/** Bodies that are no JSON: what their senders are told. */

import { describe, expect, test } from '@jest/globals'
import { scanBody } from '../../../../src/domain/figure/json/body.ts'
import type { Visitor } from '../../../../src/domain/figure/json/scan.ts'
import type { AppError } from '../../../../src/errors/errors.ts'

const silent: Visitor = { openObject() {}, openArray() {}, close() {}, key() {}, scalar() {} }
const example = '{"data": []}'

/** Null if it is JSON. */
function toldOf(body: string | Buffer, visitor = silent): string | null {
  try {
    scanBody(Buffer.from(body as string), visitor, example)
    return null
  } catch (error) {
    const { code, message } = error as AppError
    expect(code).toBe('invalid_json')
    return message
  }
}

describe('where a body stops being JSON is told', () => {
  test.each([
    ['{"a" 1}', 'position 5 (line 1, column 6): found "1", expected a colon after the name'],
    ['{\n "a": 1\n "b": 2}', 'position 11 (line 3, column 2): found "\\"", expected a comma or }'],
    ['[1 2]', 'position 3 (line 1, column 4): found "2", expected a comma or ]'],
    ['["ä€𝄞", x]', 'position 8 (line 1, column 9): found "x", expected a JSON value or ]'],
    ['{"ä":\n\n"€" ?}', 'position 11 (line 3, column 5): found "?", expected a comma or }'],
    ['[𝄞]', 'position 1 (line 1, column 2): found "𝄞", expected a JSON value or ]'],
    ['[1 2\n]', 'position 3 (line 1, column 4): found "2", expected a comma or ]'],
    ['[word-of.more_than+20characters]', 'found "word-of.more_than+20", expected a JSON value or ]'],
    ['{"a": x}', 'found "x", expected a JSON value'],
    ['x', 'found "x", expected a JSON value'],
    [
      '[] []',
      'position 3 (line 1, column 4): found "[", expected nothing more after the end of the JSON text',
    ],
    ['[01]', 'position 2 (line 1, column 3): found "1", expected no digit after a leading 0'],
    ['[1.]', 'position 3 (line 1, column 4): found "]", expected a digit'],
    ['[1e]', 'expected a digit'],
    [
      '["\\x"]',
      'position 3 (line 1, column 4): found "x", expected one of " \\ / b f n r t u after the backslash',
    ],
    ['["\\u12g4"]', 'position 6 (line 1, column 7): found "g4", expected four hexadecimal digits after \\u'],
    [
      '["a\tb"]',
      'position 3 (line 1, column 4): found "\\t", expected an escape such as \\n for this control character',
    ],
    ['{1: 2}', 'position 1 (line 1, column 2): found "1", expected a name in double quotes or }'],
    ['{"a": 1, 2}', 'expected a name in double quotes'],
  ])('%s', (body, told) => {
    // A remedy may follow.
    const [message = ''] = toldOf(body)?.split('; ') ?? []
    expect(message).toContain('the body is not JSON at ')
    expect(message.endsWith(told)).toBe(true)
  })

  test.each([
    ['{"a": [', 'position 7 (line 1, column 8): expected a JSON value or ]'],
    ['{"a": ', 'expected a JSON value'],
    ['{"a"', 'expected a colon after the name'],
    ['{', 'expected a name in double quotes or }'],
    ['[1', 'expected a comma or ]'],
    ['\n["a', 'position 4 (line 2, column 4): expected the closing " of a string'],
    ['["a\\', 'expected the closing " of a string'],
    ['["\\u12', 'expected four hexadecimal digits after \\u'],
    ['[-', 'expected a digit'],
  ])('also where it ends too early: %j', (body, told) => {
    expect(toldOf(body)).toMatch(/^the body ends too early, at /)
    expect(toldOf(body)).toContain(told)
  })
})

describe('what JSON has instead is told', () => {
  test.each([
    ['[NaN]', 'JSON has no such number; send null'],
    ['[nan]', 'JSON has no such number; send null'],
    ['[-Infinity]', 'JSON has no such number; send null'],
    ['[+inf]', null],
    ['[None]', 'JSON has null instead'],
    ['{"a": undefined}', 'JSON has null instead'],
    ['[NA]', 'JSON has null instead'],
    ['[nil]', 'JSON has null instead'],
    ['[NAME]', null],
    ['[True]', 'JSON writes true'],
    ['[TRUE]', 'JSON writes true'],
    ['[False]', 'JSON writes false'],
    ['[FALSE]', 'JSON writes false'],
    ['[Truest]', null],
    ["{'a': 1}", 'JSON takes double quotes'],
    ['[1, // one\n2]', 'JSON has no comments'],
    ['[1, /* one */ 2]', 'JSON has no comments'],
    ['# data\n[]', 'JSON has no comments'],
    ['[1, ]', 'is there a comma too many before it?'],
    ['{"a": 1,\n }', 'is there a comma too many before it?'],
    ['{data: []}', `send ${example}`],
    ['data', `send ${example}`],
    ['  ?', `send ${example}`],
    ['[1 2]', null],
    ['[1, 2 3]', null],
  ])('%j: %s', (body, remedy) => {
    const told = toldOf(body)
    if (remedy === null) expect(told).not.toContain(';')
    else expect(told?.endsWith(`; ${remedy}`)).toBe(true)
  })
})

describe('an empty body is told what to send', () => {
  test.each(['', '\ufeff'])('%j', body => expect(toldOf(body)).toBe(`the body is empty; send ${example}`))
  test('and so is one of spaces', () => expect(toldOf(' \n')).toContain('ends too early'))
})

describe('a byte order mark', () => {
  test('is passed over', () => {
    const seen: number[] = []
    expect(toldOf('\ufeff[1]', { ...silent, scalar: (start, end) => seen.push(start, end) })).toBeNull()
    expect(seen).toEqual([4, 5])
  })

  // Each of the last three shares all bytes but one with a byte order mark.
  test.each(['\ufeff\ufeff[]', '[\ufeff]', '\u1eff[]', '\uf03f[]', '\ufec0[]'])(
    'of another place or kind is not: %j',
    body => expect(toldOf(body)).toContain('is not JSON'),
  )
})

describe('a file of another kind is told what it is', () => {
  const latin1 = (text: string) => Buffer.from(text, 'latin1')

  test.each<[string, Buffer]>([
    ['is a png image; send the figure it was drawn from', latin1('\x89PNG\r\n\x1a\n')],
    ['is a jpeg image', latin1('\xff\xd8\xff\xe0')],
    ['is a gif image', latin1('GIF89a')],
    ['is a webp image', latin1('RIFF\x10\x00\x0a\x00WEBPVP8 ')],
    ['is a pdf file', latin1('%PDF-1.7')],
    ['is compressed by gzip; unpack it, or send it with Content-Encoding', latin1('\x1f\x8b\x08')],
    ['is compressed by zstd; unpack it', latin1('\x28\xb5\x2f\xfd')],
    ['is a zip archive, as spreadsheets are', latin1('PK\x03\x04')],
    ['is UTF-16; encode it as UTF-8', Buffer.from('\ufeff{}', 'utf16le')],
    ['is UTF-16', Buffer.from('\ufeff{}', 'utf16le').swap16()],
    ['is UTF-16', Buffer.from('{}', 'utf16le')],
    ['is UTF-16', Buffer.from('{}', 'utf16le').swap16()],
    ['is an svg image', Buffer.from('<svg xmlns="x"></svg>')],
    ['is an svg image', Buffer.from(' <?xml version="1.0"?>\n<SVG>')],
    ['is a web page; send the figure as JSON, which fig.to_json() writes', Buffer.from('\n<!doctype html>')],
    ['is a web page', Buffer.from('\ufeff <html>')],
    ['is not valid UTF-8 at position 7', latin1('{"a": "\xe9"}')],
    [
      'is not valid UTF-8 at position 1 (line 1, column 2): found the byte 0xef',
      Buffer.from([0x22, 0xef, 0xbf, 0x22]),
    ],
    // Only the beginning counts.
    ['is not valid UTF-8', latin1('{"\xe9": "%PDF-<svg RIFF....WEBP"}')],
  ])('%s', (told, bytes) =>
    expect(toldOf(bytes)).toMatch(new RegExp(`^the body ${told.replaceAll(/[.()]/g, '\\$&')}`)),
  )

  test.each(['[1, "<svg"]', '["PK", "GIF8", "RIFFxxxxWEBP"]', '"%PDF-"'])('and JSON is not: %s', body =>
    expect(toldOf(body)).toBeNull(),
  )
})

test('a fault of the one who reads the values is passed on', () => {
  const broken: Visitor = {
    ...silent,
    scalar() {
      throw new RangeError('a fault of ours')
    },
  }
  expect(() => scanBody(Buffer.from('[1]'), broken, example)).toThrow(new RangeError('a fault of ours'))
})
