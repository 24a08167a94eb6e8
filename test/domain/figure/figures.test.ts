import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { readSubmission } from '../../../src/domain/figure/submission.ts'
import { fits, readTraces } from '../../../src/domain/figure/traces.ts'
import { traceTypes } from '../../../src/plotly/schema/schema.ts'

const figuresIn = (folder: string) =>
  readdirSync(folder)
    .filter(name => name.endsWith('.json'))
    .map(name => ({ name, bytes: readFileSync(join(folder, name)) }))

const sample = figuresIn('test/figures')
const corpusFolder = '../shared/figures'
const corpus = existsSync(corpusFolder) ? figuresIn(corpusFolder) : []

function check({ name, bytes }: { name: string; bytes: Buffer }) {
  const submitted = JSON.parse(bytes.toString())
  const { figure, traceTypes: types } = readSubmission(bytes)
  const [data, kept] = [String(figure.data), JSON.parse(String(figure.layout))]
  // The texts are stretches of the body, and the very stretches that JSON.parse takes for these members.
  expect([name, bytes.toString().includes(data)]).toEqual([name, true])
  expect(JSON.parse(data)).toEqual(submitted.data)
  const { template, ...layout } = kept
  const { template: own, ...rest } = submitted.layout ?? {}
  expect(layout).toEqual(rest)
  expect(template).toEqual(own ?? expect.objectContaining({ layout: expect.anything() }))
  expect(figure.frames === null ? undefined : JSON.parse(String(figure.frames))).toEqual(submitted.frames)
  const traces = readTraces(Buffer.from(data))
  expect([...new Set(traces.map(({ type }) => type))]).toEqual(types)
  expect(traces.map(({ start, end }) => JSON.parse(Buffer.from(data).toString('utf8', start, end)))).toEqual(
    submitted.data,
  )
}

describe('real figures', () => {
  test('of the sample are accepted and kept', () => {
    expect(sample.length).toBeGreaterThan(30)
    for (const figure of sample) check(figure)
  })

  test('of the sample show every trace type', () => {
    const seen = new Set(sample.flatMap(({ bytes }) => readSubmission(bytes).traceTypes))
    expect(traceTypes.filter(type => !seen.has(type))).toEqual([])
  })

  const withCorpus = corpus.length > 0 ? test : test.skip
  withCorpus('of the whole corpus are accepted and kept', () => {
    for (const figure of corpus) check(figure)
  })
})

describe('the traces of a stored text', () => {
  const text =
    '[{"name":"a","type":"bar","y":[1],"line":{"name":"no","type":"no"}},{"n\\u0061me":7}, {"type":null},{"name":"a","type":"pie"}]'
  const traces = readTraces(Buffer.from(text))

  test('are summarised', () => {
    expect(traces.map(({ index, name, type }) => [index, name, type])).toEqual([
      [0, 'a', 'bar'],
      [1, '7', 'scatter'],
      [2, null, 'scatter'],
      [3, 'a', 'pie'],
    ])
    expect(text.slice(traces[2]?.start, traces[2]?.end)).toBe('{"type":null}')
  })

  test('are chosen by index, name and type', () => {
    const chosen = (filter: object) => traces.filter(trace => fits(trace, filter)).map(({ index }) => index)
    expect(chosen({})).toEqual([0, 1, 2, 3])
    expect(chosen({ index: 2 })).toEqual([2])
    expect(chosen({ name: 'a' })).toEqual([0, 3])
    expect(chosen({ name: 'a', type: 'pie' })).toEqual([3])
    expect(chosen({ type: 'scatter', index: null })).toEqual([1, 2])
    expect(chosen({ index: 9 })).toEqual([])
  })
})

const long = 'n'.repeat(20_000)
test.each<[string, string, object]>([
  ['a type that is no text', '{"type":7}', { type: 'scatter' }],
  ['a name that is no text', '{"name":true}', { name: null }],
  ['a list for a name', '{"name":["a"],"type":"bar"}', { name: null, type: 'bar' }],
  ['the last of several names', '{"name":"a","x":[{"name":"b"}],"name":"c"}', { name: 'c' }],
  ['a long type', `{"type":"bar","type":"${long}"}`, { type: 'scatter' }],
  ['a long number for a name', `{"name":"a","name":1${'0'.repeat(20_000)}}`, { name: null }],
  ['a short name behind a long one', `{"name":"${long}","name":"a"}`, { name: 'a' }],
  ['a name of 16 KB', `{"name":"${long.slice(0, 16_382)}"}`, { name: long.slice(0, 16_382) }],
  [
    'a longer name',
    `{"name":"${long.slice(0, 16_383)}","type":"bar"}`,
    { name: '', longName: { start: 9, end: 9 + 16_385 }, type: 'bar' },
  ],
])('a trace with %s', (_what, text, expected) => {
  const [trace, other] = readTraces(Buffer.from(`[${text},{"y":[1]}]`))
  const { longName } = trace!
  expect({ ...trace, longName }).toMatchObject({ longName: undefined, ...expected })
  expect(other).toMatchObject({ index: 1, name: null, type: 'scatter' })
})

test('a long name stays where it stands, and is told by its place', () => {
  const name = `"${'é'.repeat(20_000)}"`
  const text = Buffer.from(`[{"name":${name},"y":[1]},{"name":"short"}]`)
  const [long, short] = readTraces(text)
  expect(text.subarray(long?.longName?.start, long?.longName?.end).toString()).toBe(name)
  expect(short).toMatchObject({ index: 1, name: 'short' })
  expect(short?.longName).toBeUndefined()
  // It is chosen by its index, not by the name that stands for it.
  expect([fits(long!, { name: '' }), fits(long!, { index: 0 })]).toEqual([false, true])
})
