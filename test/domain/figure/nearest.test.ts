import { describe, expect, test } from '@jest/globals'
import { nearest } from '../../../src/domain/figure/nearest.ts'
import { traceTypes } from '../../../src/plotly/schema/schema.ts'

describe('the nearest name', () => {
  test.each([
    ['scater', 'scatter'],
    ['Scatter', 'scatter'],
    ['scatter3D', 'scatter3d'],
    ['histogramm', 'histogram'],
    ['brа', null],
    ['pei', 'pie'],
    ['candle_stick', 'candlestick'],
    ['', null],
    ['x', null],
    ['flowchart', null],
    ['s'.repeat(1e6), null],
  ])('of %.20s is %s', (given, expected) => {
    expect(nearest(given, traceTypes)).toBe(expected)
  })

  test.each<[string, string[], number | undefined, string | null]>([
    ['X', ['y', 'x'], undefined, 'x'],
    ['z', ['x'], undefined, null],
    ['ab', ['ac'], undefined, 'ac'],
    ['ab', ['cd'], undefined, null],
    ['ba', ['ab'], undefined, 'ab'],
    ['xbay', ['xaby'], undefined, 'xaby'],
    ['abcdef', ['abcxyf'], undefined, 'abcxyf'],
    ['abcdef', ['abxyzf'], undefined, null],
    ['abcdef', ['abcxyf'], 1, null],
    ['abcdef', ['abcxef'], 1, 'abcxef'],
    ['colour', ['colors', 'color', 'colours'], undefined, 'color'],
    ['abd', ['abc', 'abe'], undefined, 'abc'],
    ['x'.repeat(40), ['x'.repeat(39)], undefined, 'x'.repeat(39)],
    ['x'.repeat(41), ['x'.repeat(40)], undefined, null],
  ])('of %s among %j, at most %p away, is %s', (given, names, limit, expected) => {
    expect(nearest(given, names, limit)).toBe(expected)
  })
})
