import { describe, expect, test } from '@jest/globals'
import { wordsFor } from '../../../src/browser/viewer/locale.ts'

describe('the words of the mode bar', () => {
  test.each([
    ['de', 'de'],
    ['de-AT', 'de'],
    ['pt-BR', 'pt-br'],
    ['zh-CN', 'zh-cn'],
    ['en-GB', null],
    ['tlh', null],
    ['', null],
  ])('for %s are those of %s', (language, expected) => {
    expect(wordsFor(language)).toBe(expected)
  })
})
