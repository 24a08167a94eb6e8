import { describe, expect, test } from '@jest/globals'
import { wordsFor } from '../../../src/browser/viewer/locale.ts'

describe('the words of the mode bar', () => {
  test.each([
    ['de', 'de'],
    ['de-AT', 'de'],
    ['pt-BR', 'pt-br'],
    ['pt', 'pt-br'],
    ['pt-PT', 'pt-pt'],
    ['pt-AO', 'pt-br'],
    ['zh-CN', 'zh-cn'],
    ['zh', 'zh-cn'],
    ['zh-Hant', 'zh-tw'],
    ['zh-HK', 'zh-tw'],
    ['zh-Hans-SG', 'zh-cn'],
    ['en-GB', null],
    ['tlh', null],
    ['', null],
  ])('for %s are those of %s', (language, expected) => {
    expect(wordsFor(language)).toBe(expected)
  })
})
