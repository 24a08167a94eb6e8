import { describe, expect, test } from '@jest/globals'
import {
  ifMatchVersion,
  parseVersion,
  setGraphHeaders,
  versionOf,
  versionTag,
} from '../../src/http/representations/versions.ts'
import { contextOf, headersOf } from '../support/context.ts'
import { graphIdOf } from '../support/ids.ts'

const graphId = graphIdOf('V1StGXR8_Z5jdHi6B-myT')

describe('a version number', () => {
  test.each<[string, number | null]>([
    ['1', 1],
    ['10', 10],
    ['2147483647', 2_147_483_647],
    ['2147483648', 2_147_483_648],
    // No graph has so many: it is not found, and nothing is wrong with the request.
    ['9'.repeat(400), Number.MAX_SAFE_INTEGER],
    ['0', null],
    ['01', null],
    ['-1', null],
    ['+1', null],
    ['1.0', null],
    ['1e3', null],
    [' 1', null],
    ['1 ', null],
    ['', null],
    ['one', null],
  ])('%j is %p', (text, expected) => {
    expect(parseVersion(text)).toBe(expected)
  })
})

describe('?version=', () => {
  const asked = (url: string) => versionOf(contextOf({ url }))

  test.each<[string, number | undefined]>([
    ['/v1/graph/x', undefined],
    ['/v1/graph/x?', undefined],
    ['/v1/graph/x?width=300', undefined],
    ['/v1/graph/x?version=3', 3],
    ['/v1/graph/x?width=300&version=3', 3],
  ])('%s asks for %p', (url, expected) => {
    expect(asked(url)).toBe(expected)
  })

  test.each([
    ['/x?version=1&version=2', 'version: is given more than once'],
    ['/x?version=1&version=1', 'version: is given more than once'],
    ['/x?verison=1', 'verison: there is no such parameter; did you mean version?'],
    ['/x?version=', 'version: must be a whole number from 1'],
    ['/x?version=0', 'version: must be a whole number from 1'],
  ])('%s is refused', (url, message) => {
    expect(() => asked(url)).toThrow(expect.objectContaining({ code: 'invalid_parameter', message }))
  })
})

test('an answer tells the version, and when the graph expires', () => {
  const lasting = contextOf()
  setGraphHeaders(lasting, { version: 4, expiresAt: null })
  expect(headersOf(lasting)).toEqual({ 'plotgate-version': '4' })

  const passing = contextOf()
  setGraphHeaders(passing, { version: 1, expiresAt: new Date('2027-01-02T03:04:05Z') })
  expect(headersOf(passing)).toEqual({ 'plotgate-version': '1', sunset: 'Sat, 02 Jan 2027 03:04:05 GMT' })
})

describe('the version that a change asks for', () => {
  const tag = versionTag('r1.a-2', { graphId, version: 12 })
  const asked = (headers: Record<string, string>) => ifMatchVersion(contextOf({ headers }), graphId)

  test.each<[string, number | undefined]>([
    ['*', undefined],
    [' * ', undefined],
    [tag, 12],
    [` ${tag} `, 12],
    [`W/${tag}`, 12],
    // Proxies that compress mark the tag.
    [`"r1.${graphId}.12-gzip"`, 12],
    [`"r1.${graphId}.12.br"`, 12],
    [`"other", ${tag}`, 12],
    [`"r1.${graphId}.3",${tag}`, 12],
    ['', 0],
    ['"other"', 0],
    [`"r1.${graphIdOf('another-graph-of-some')}.12"`, 0],
    [`"r1.${graphId}.${graphId}.12"`, 0],
    [`"r1.${graphId}.12.${graphId}.12"`, 0],
    [`"r1.${graphId}.12-GZIP"`, 0],
    [`"r1.${graphId}.12-gzip1"`, 0],
    [`"r1.${graphId}.12-"`, 0],
    [`"r1.${graphId}.12x"`, 0],
    [`"r1.${graphId}."`, 0],
    [`"r1.${graphId}12"`, 0],
    [`"r1.${graphId}x.12"`, 0],
    [`"r1.${graphId}.12`, 0],
    [`"r1.${graphId}.12" "`, 0],
    [`"r1.${graphId}.12345678901"`, 0],
    [`r1.${graphId}.12"`, 0],
    [`"a b.${graphId}.12"`, 0],
    [`x"r1.${graphId}.12"`, 0],
    [`V/"r1.${graphId}.12"`, 0],
  ])('If-Match: %s: %p', (header, expected) => {
    expect(asked({ 'if-match': header })).toBe(expected)
  })

  test('is any without a condition, and none where only something new is wanted', () => {
    expect(asked({})).toBeUndefined()
    expect(asked({ 'if-none-match': tag })).toBeUndefined()
    for (const header of ['*', ' * ']) expect(asked({ 'if-none-match': header, 'if-match': tag })).toBe(0)
  })
})
