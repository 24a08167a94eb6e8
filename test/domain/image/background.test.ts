import { describe, expect, test } from '@jest/globals'
import { isBackground } from '../../../src/domain/image/background.ts'

describe('?background', () => {
  test.each([
    'white',
    'RebeccaPurple',
    '#f60',
    '#ff6600cc',
    'rgb(1,2,3)',
    'rgba(1, 2, 3, .5)',
    'hsl(20, 50%, 40%)',
  ])('%s is a colour', text => expect(isBackground(text)).toBe(true))

  test.each([
    '',
    'url(x)',
    'red;x',
    '#ff',
    'rgb(1,2)',
    'rgba(1,2,3,.)',
    'rgb(1,2,3',
    'var(--x)',
    'rgb(1,2,3)}',
  ])('%j is none', text => expect(isBackground(text)).toBe(false))
})
