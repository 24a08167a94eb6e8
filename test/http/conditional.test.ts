import { describe, expect, test } from '@jest/globals'
import type { Context } from '../../src/http/context.ts'
import { isCurrent, isKnown } from '../../src/http/representations/conditional.ts'
import { contextOf, headersOf } from '../support/context.ts'

const etag = '"a"'
/** Dates of HTTP have no fractions of a second. */
const modified = new Date('2026-03-04T05:06:07.890Z')
const at = 'Wed, 04 Mar 2026 05:06:07 GMT'
const before = 'Wed, 04 Mar 2026 05:06:06 GMT'
const after = 'Wed, 04 Mar 2026 05:06:08 GMT'

type Headers = Record<string, string>
const current = (headers: Headers, date?: Date) => isCurrent(contextOf({ headers }), etag, date)

/** Whether the answer is another than the whole file. */
function isKnownOrRefused(ctx: Context): boolean {
  try {
    return isCurrent(ctx, etag, modified)
  } catch {
    return true
  }
}

describe('what a caller has', () => {
  test.each<[Headers, boolean]>([
    [{}, false],
    [{ 'if-none-match': '"a"' }, true],
    [{ 'if-none-match': 'W/"a"' }, true],
    [{ 'if-none-match': '"b"' }, false],
    [{ 'if-none-match': '"b" ,  W/"a"' }, true],
    [{ 'if-none-match': '"aW/"' }, false],
    [{ 'if-none-match': '"b", *' }, true],
    [{ 'if-none-match': '' }, false],
    [{ 'if-modified-since': before }, false],
    [{ 'if-modified-since': at }, true],
    [{ 'if-modified-since': after }, true],
    [{ 'if-modified-since': 'yesterday' }, false],
    // A tag is exact, so a date beside it says nothing.
    [{ 'if-none-match': '"b"', 'if-modified-since': after }, false],
    [{ 'if-none-match': '"a"', 'if-modified-since': before }, true],
    [{ 'if-match': '"a"', 'if-none-match': '"a"' }, true],
    // Caches of browsers send it with every reload.
    [{ 'cache-control': 'no-cache', 'if-none-match': '"a"' }, true],
  ])('with %j is current: %p', (headers, expected) => {
    expect(current(headers, modified)).toBe(expected)
  })

  test('is not told by a date where the file has none', () => {
    expect(current({ 'if-modified-since': after })).toBe(false)
    expect(current({ 'if-unmodified-since': before })).toBe(false)
  })
})

test('of two dates none counts', () => {
  for (const [name, lines] of [
    ['if-modified-since', [after, before]],
    ['if-unmodified-since', [before, after]],
  ] as const) {
    const ctx = contextOf({ headers: { [name]: lines[0] } })
    expect(isKnownOrRefused(ctx)).toBe(true)
    ctx.req.rawHeaders.push(name, lines[1])
    expect(isKnownOrRefused(ctx)).toBe(false)
  }
})

describe('a condition on what is there', () => {
  test.each<Headers>([
    { 'if-match': '"a"' },
    { 'if-match': '*' },
    { 'if-match': '"b", "a"' },
    { 'if-unmodified-since': at },
    { 'if-unmodified-since': after },
    { 'if-unmodified-since': 'yesterday' },
    { 'if-match': '"a"', 'if-unmodified-since': before },
  ])('holds: %j', headers => {
    expect(current(headers, modified)).toBe(false)
  })

  test.each<Headers>([
    { 'if-match': '"b"' },
    // Weak tags say only that the content means the same.
    { 'if-match': 'W/"a"' },
    { 'if-match': '' },
    { 'if-unmodified-since': before },
    { 'if-match': '"b"', 'if-unmodified-since': after },
    { 'if-match': '"b"', 'if-none-match': '"a"' },
  ])('does not hold: %j', headers => {
    expect(() => current(headers, modified)).toThrow(expect.objectContaining({ code: 'version_conflict' }))
  })
})

test('an answer of an API names its tag and is asked for again each time', () => {
  for (const [known, status] of [
    ['"a"', 304],
    ['"b"', 200],
  ] as const) {
    const ctx = contextOf({ headers: { 'if-none-match': known } })
    expect(isKnown(ctx, etag)).toBe(status === 304)
    expect(ctx.status).toBe(status)
    expect(headersOf(ctx)).toMatchObject({ etag, 'cache-control': 'no-cache' })
  }
})
