import { describe, expect, test } from '@jest/globals'
import { isKeySecret, isToken, keyPrefix, newKeySecret, newToken } from '../../src/accounts/secret.ts'

describe('an API key', () => {
  test('is pg_, 43 digits that carry 256 bits, and a checksum of 6', () => {
    expect(newKeySecret()).toMatch(/^pg_[0-9A-Za-z]{49}$/)
    expect(62n ** 43n).toBeGreaterThan(2n ** 256n)
  })

  test('is never made twice', () => {
    expect(new Set(Array.from({ length: 1000 }, newKeySecret)).size).toBe(1000)
  })

  test('is told from a mistyped one by its checksum', () => {
    const secret = newKeySecret()
    expect(isKeySecret(secret)).toBe(true)
    for (let place = 3; place < secret.length; place++) {
      const other = secret[place] === 'x' ? 'y' : 'x'
      expect(isKeySecret(secret.slice(0, place) + other + secret.slice(place + 1))).toBe(false)
    }
  })

  test.each(['', 'pg_', 'Bearer', newKeySecret().slice(0, -1), `${newKeySecret()}0`])('is not %j', text =>
    expect(isKeySecret(text)).toBe(false),
  )

  test('keeps its form: keys of earlier releases and the rules of scanners stay valid', () => {
    expect(isKeySecret('pg_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG1SMW4i')).toBe(true)
  })

  test.each([
    'pg_0123456789abcdefghijklmnopqrstuvwxyzABCDEF-49fo14',
    'pk_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG3EfGoi',
  ])('is not %j, whose checksum is right', text => expect(isKeySecret(text)).toBe(false))

  test('shows 30 of its bits to be recognised by', () => {
    const secret = newKeySecret()
    expect(secret.startsWith(keyPrefix(secret))).toBe(true)
    expect(keyPrefix(secret)).toHaveLength(8)
  })
})

test('a token is 256 random bits that need no quoting in cookies and addresses', () => {
  expect(newToken()).toMatch(/^[A-Za-z0-9_-]{43}$/)
  expect(isToken(newToken())).toBe(true)
  expect(isToken('../../etc/passwd')).toBe(false)
})
