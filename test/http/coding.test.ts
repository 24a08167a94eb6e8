import { describe, expect, test } from '@jest/globals'
import { acceptedCoding } from '../../src/http/content-coding.ts'
import type { Context } from '../../src/http/context.ts'

const asking = (header: string) =>
  acceptedCoding({ req: { headers: { 'accept-encoding': header } } } as unknown as Context)

describe('the coding of an answer', () => {
  test.each([
    // What browsers send.
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate, br', 'br'],
    ['gzip, deflate', 'gzip'],
    ['gzip, zstd', 'zstd'],
    ['br;q=0.5, gzip;q=1.0', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['*', 'br'],
    ['*;q=0', null],
    ['identity, gzip;q=0.5', null],
    ['identity;q=0.5, gzip;q=0.5', 'gzip'],
    ['GZIP;Q=0.8', 'gzip'],
    ['gzip;q=nonsense', null],
    ['x-gzip', 'gzip'],
    ['br;q=2, gzip;q=0.1', 'gzip'],
    ['br;q=-1, zstd;q=0.1', 'zstd'],
    ['deflate', null],
    ['', null],
  ])('asked for as "%s" is %s', (header, expected) => {
    expect(asking(header)).toBe(expected)
  })
})
