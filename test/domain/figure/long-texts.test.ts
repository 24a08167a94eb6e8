/**
 * Texts as long as a body, made so that a pattern would try each of their letters with each other, and parts so many that
 * looking at all others for each of them would show.
 */

import { expect, jest, test } from '@jest/globals'
import { describeFigure } from '../../../src/domain/figure/describe/describe.ts'
import { readSubmission } from '../../../src/domain/figure/submission.ts'
import { writeCsv } from '../../../src/domain/figure/table/csv.ts'
import { FigureTree } from '../../../src/domain/figure/tree/figure-tree.ts'
import { AppError } from '../../../src/errors/errors.ts'

const long = (unit: string) => unit.repeat(250_000 / unit.length)

function check(figure: object): void {
  try {
    readSubmission(Buffer.from(JSON.stringify(figure)))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
  }
}

/** From node to node, so that the last one would be left over after as many steps. */
const chain = (count: number) => {
  const nodes = Array.from({ length: count }, (_, n) => n)
  return { source: nodes, target: nodes.map(n => n + 1), value: nodes }
}

const axis = (members: object) => () => check({ data: [{ y: [1] }], layout: { xaxis: members } })
const trace = (members: object) => () => check({ data: [{ y: [1], ...members }] })

test.each([
  ['a step', axis({ dtick: `L${long('1')}x` })],
  ['a template that is never closed', trace({ texttemplate: long('%{') })],
  ['a template of colons', trace({ texttemplate: long('%{:') })],
  ['a hover template', trace({ hovertemplate: long('%{') })],
  ['a format of braces', axis({ tickformat: `${long('{}')}%` })],
  ['a format of years', axis({ tickformat: `${long('Y')}%` })],
  ['a number before spaces', trace({ y: [`1${long(' ')}x`] })],
  ['a number behind spaces', trace({ y: [`${long(' ')}x`] })],
  ['a text of dollars', trace({ name: long('$'), text: [`$${long('x')}`] })],
  ['a name of underscores', trace({ [`marker${long('_')}`]: 1 })],
  ['a chain of links', () => check({ data: [{ type: 'sankey', link: chain(20_000) }] })],
  ['digits in a cell of a table', () => writeCsv(JSON.stringify([{ y: [`+${long('1')}x`] }]))],
])('%s takes time that grows with its length alone', (_, work) => {
  const started = process.cpuUsage()
  work()
  // The square of the length would be a minute and more.
  expect(process.cpuUsage(started).user / 1000).toBeLessThan(10_000)
})

/** Figures whose first value stands in each of 64,000 rows of their tables. */
const cells = Array(64_000).fill(1)
type Letters = (unit: string) => string
test.each<[string, (letters: Letters) => object]>([
  ['digits', letters => ({ type: 'heatmap', y: [letters('1')], z: [cells] })],
  ['letters', letters => ({ type: 'heatmap', y: [letters('é<')], z: [cells] })],
  ['tags', letters => ({ type: 'heatmap', y: [letters('<b>')], z: [cells] })],
  ['entities', letters => ({ type: 'heatmap', y: [letters('&amp;')], z: [cells] })],
  ['spaces', letters => ({ type: 'heatmap', y: [letters('\u00a0')], z: [cells] })],
  [
    'digits of two columns',
    letters => ({ type: 'heatmap', x: [letters('1'), letters('2')], z: Array(32_000).fill([1, 1]) }),
  ],
  ['digits of one property', letters => ({ type: 'bar', base: letters('1'), y: cells })],
  ['digits of a date', letters => ({ type: 'bar', base: `2020-01-01 00:00:00.${letters('0')}`, y: cells })],
])('a value of many %s is not read whole for each row of a description', (_, traceOf) => {
  const timeWith = (length: number) => {
    const trace = traceOf(unit => unit.repeat(length / unit.length))
    const texts = { data: JSON.stringify([trace]), layout: '{}', frames: null }
    describeFigure(texts)
    const started = process.cpuUsage()
    describeFigure(texts)
    return process.cpuUsage(started).user / 1000
  }
  // Read whole for each row, the cheapest would take 40 s more, and most minutes.
  expect(timeWith(1_600_000)).toBeLessThan(5 * timeWith(60) + 2_000)
})

const named = (count: number, part: string, members: object) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`${part}${n + 2}`, members]))

test.each([
  ['scenes', 'scene', { xaxis: { dtick: 1 } }, (id: number) => ({ type: 'scatter3d', scene: `scene${id}` })],
  ['axes', 'xaxis', { dtick: 1 }, (id: number) => ({ xaxis: `x${id}` })],
])('%s and the traces on them are looked up so often as there are', (_, part, members, on) => {
  const lookUps = (count: number) => {
    const member = jest.spyOn(FigureTree.prototype, 'member')
    const data = Array.from({ length: count }, (_, n) => ({ x: [1], ...on(n + 2) }))
    check({ data, layout: named(count, part, members) })
    const { length } = member.mock.calls
    member.mockRestore()
    return length
  }
  const few = lookUps(100)
  expect(few).toBeGreaterThan(100)
  expect(lookUps(400)).toBeLessThan(5 * few)
})

/** More than a function takes as its arguments. */
const many = 250_000
const numbers = Array(many).fill(1)
test.each<[string, object]>([
  ['dimensions', { data: [{ type: 'parcoords', dimensions: Array(many).fill({ values: [1] }) }] }],
  ['ends of an axis', { data: [], layout: { yaxis: { type: 'log', dtick: 'D1', range: numbers } } }],
])('any number of %s is checked', (_, figure) => {
  expect(() => check(figure)).not.toThrow()
})
