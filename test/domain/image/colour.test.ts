import { describe, expect, test } from '@jest/globals'
import { isColour } from '../../../src/domain/image/colour.ts'

describe('?background', () => {
  test.each([
    'white',
    'RebeccaPurple',
    '#f60',
    '#ff6600cc',
    'rgb(1,2,3)',
    'rgba(1, 2, 3, .5)',
    'hsl(20, 50%, 40%)',
  ])('%s is a colour', text => expect(isColour(text)).toBe(true))

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
  ])('%j is none', text => expect(isColour(text)).toBe(false))
})
