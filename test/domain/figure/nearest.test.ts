import { describe, expect, test } from '@jest/globals'
import { nearest } from '../../../src/domain/figure/nearest.ts'
import { traceTypes } from '../../../src/plotly/schema.ts'

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
})
