import { readFileSync } from 'node:fs'
import { describe, expect, test } from '@jest/globals'
import { compileSchema, readPlotSchema } from '../../scripts/emit/compile-plotly-schema.ts'
import {
  isContainer,
  layoutSchema,
  memberOf,
  traceSchema,
  traceTypes,
} from '../../src/plotly/schema/schema.ts'
import { neededData, parallelData } from '../../src/plotly/schema/trace-data.ts'
import { fits } from '../../src/plotly/schema/values.ts'

describe("the index of the charting library's schema", () => {
  test('is that of the installed release (else: npm run emit)', () => {
    const stored = readFileSync('src/plotly/schema/schema.generated.ts', 'utf8')
    expect(compileSchema(readPlotSchema()) === stored).toBe(true)
  })

  test('has every trace type', () => {
    expect(traceTypes).toEqual(Object.keys(readPlotSchema().traces).sort())
  })

  test.each([
    ['xaxis', true],
    ['xaxis2', true],
    ['xaxis10', true],
    ['xaxis1', false],
    ['xaxis02', false],
    ['title2', false],
    ['annotations2', false],
    ['scene3', true],
    ['coloraxis2', true],
    ['bargap', true],
    ['toString', false],
  ])('knows the layout attribute %s: %s', (name, known) => {
    expect(memberOf(layoutSchema, name) !== undefined).toBe(known)
  })

  test('names the data of every type by attributes that the type has', () => {
    expect(Object.keys(neededData).sort()).toEqual(traceTypes)
    const paths = [...Object.entries(neededData), ...Object.entries(parallelData)].flatMap(([type, groups]) =>
      groups.flat().map(path => ({ type, path })),
    )
    for (const { type, path } of paths) {
      const [first = '', second] = path.split('.')
      const member = traceSchema(type)?.members.get(first)
      const found = second && member && isContainer(member) ? member.members.get(second) : member
      expect([type, path, found !== undefined]).toEqual([type, path, true])
    }
  })
})

describe('a value', () => {
  const at = (path: string) => {
    const [type = '', ...names] = path.split('.')
    let node = type === 'layout' ? layoutSchema : traceSchema(type)
    for (const name of names.slice(0, -1)) node = memberOf(node!, name) as typeof node
    return memberOf(node!, names.at(-1) ?? '') as Parameters<typeof fits>[1]
  }

  test.each<[string, unknown, boolean]>([
    ['scatter.mode', 'lines+markers', true],
    ['scatter.mode', 'line', false],
    ['scatter.mode', 'none', true],
    ['scatter.opacity', 0.5, true],
    ['scatter.opacity', '0.5', true],
    ['scatter.opacity', 2, false],
    ['scatter.marker.color', 'oklch(0.7 0.15 180)', true],
    ['scatter.marker.color', 'bluee', false],
    ['scatter.marker.color', 'ff0000', false],
    ['scatter.marker.color', [1, 2], true],
    ['scatter.line.color', ['red'], false],
    ['scatter.marker.colorscale', 'Viridis', true],
    ['scatter.marker.colorscale', 'viridis', false],
    [
      'scatter.marker.colorscale',
      [
        [0, 'red'],
        [1, 'blue'],
      ],
      true,
    ],
    [
      'scatter.marker.colorscale',
      [
        [0, 'red'],
        [0.9, 'blue'],
      ],
      false,
    ],
    ['scatter.xaxis', 'x2', true],
    ['scatter.xaxis', 'y', false],
    ['scatter.x', { dtype: 'f8', bdata: '' }, true],
    ['scatter.x', '1,2', false],
    ['scatter.visible', 'legendonly', true],
    ['scatter.visible', 'no', false],
    ['layout.width', '800px', false],
    ['layout.width', 800, true],
    ['layout.xaxis.range', [0, 1], true],
    ['layout.xaxis.range', [0], false],
    ['layout.xaxis.domain', [0, 2], false],
    ['layout.xaxis.overlaying', 'y2', true],
    ['layout.xaxis.anchor', 'left', false],
    ['layout.colorway', ['red', 'no colour'], false],
    ['layout.font.weight', 'bold', true],
    ['layout.font.weight', 2.5, false],
    ['layout.xaxis.tickangle', 'auto', true],
  ])('of %s may be %j: %s', (path, value, taken) => {
    expect(fits(value, at(path))).toBe(taken)
  })
})
