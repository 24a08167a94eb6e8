import { describe, expect, test } from '@jest/globals'
import { isSignInName, readEmail, readSignInName } from '../../src/accounts/emails.ts'

/** An address of so many characters. */
const long = (length: number) => `${'a'.repeat(length - 12)}@example.org`

describe('an e-mail address', () => {
  test.each([
    ['Ada@Example.ORG', 'ada@example.org'],
    [' ada@example.org\n', 'ada@example.org'],
    ['\uFF41da@example.org', 'ada@example.org'],
    [long(254), long(254)],
  ])('%j is the name %j, for signing up and in', (given, name) => {
    expect(readEmail(given)).toBe(name)
    expect(readSignInName(given)).toBe(name)
  })

  test.each([
    '',
    '@',
    'ada',
    'ada@',
    '@example.org',
    'a@b@c',
    'a da@example.org',
    'a\u200Bda@x.org',
    long(255),
  ])('%j is none', given => {
    expect(() => readEmail(given)).toThrow('must be an e-mail address')
    expect(readSignInName(given)).toBeNull()
  })

  test('is not the name of the operator, who signs in all the same', () => {
    expect(() => readEmail('operator')).toThrow('must be an e-mail address')
    expect(readSignInName(' Operator')).toBe('operator')
  })

  test('is a name in its normal form alone', () => {
    expect(isSignInName('ada@example.org')).toBe(true)
    expect(isSignInName('operator')).toBe(true)
    for (const other of ['Ada@example.org', ' ada@example.org', 'ada', ''])
      expect(isSignInName(other)).toBe(false)
  })
})
