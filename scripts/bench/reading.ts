/**
 * How long reading the body of a create takes: of a small one, which is read on the thread that answers and so is a part
 * of every create, and of the most expensive bodies of 10 MB, beside `JSON.parse` of the same bytes.
 */

import { readSubmission } from '../../src/domain/figure/submission.ts'
import { AppError } from '../../src/errors/errors.ts'
import { type Measurement, median, type Row } from './measure.ts'

const smallRounds = 9
const smallTimes = 5_000
const largeRounds = 5

const many = <T>(count: number, item: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => item(at))
const json = (figure: object) => JSON.stringify(figure)
const keysOfLayout = many(900_000, at => `"k${at}":0`).join()

const small = json({
  data: [
    { type: 'scatter', name: 'first', x: many(80, at => at), y: many(80, at => (at * 37) % 101) },
    { type: 'bar', name: 'second', x: many(50, at => at), y: many(50, at => at * 7.25) },
  ],
  layout: { title: 'A figure', xaxis: { title: { text: 'x' } } },
})

/** Made one at a time, since all at once take a gigabyte. */
const largeBodies: Readonly<Record<string, () => string>> = {
  'a million points': () =>
    json({ data: [{ type: 'scattergl', x: many(1e6, at => at), y: many(1e6, at => at % 97) }] }),
  'long decimals': () => json({ data: [{ y: many(530_000, Math.sin) }] }),
  'a typed array': () => json({ data: [{ y: { dtype: 'f8', bdata: 'AAAA'.repeat(2.5e6) } }] }),
  'many small objects': () =>
    json({ data: [{ dimensions: many(300_000, at => ({ label: `a${at}`, v: [at] })) }] }),
  'a pretty-printed figure': () => JSON.stringify({ data: [{ y: many(700_000, at => at) }] }, null, 2),
  'ten million brackets': () => '['.repeat(1e7),
  'a million unknown keys': () => `{${keysOfLayout}}`,
  'a million members of layout': () => `{"data":[],"layout":{${keysOfLayout}}}`,
  'the same with a null template': () => `{"data":[],"layout":{"template":null,${keysOfLayout}}}`,
  'five million faults': () => `{"data":[${'1,'.repeat(4_999_990)}1]}`,
  'unsafe keys': () => `{"data":[{${'"__proto__":0,'.repeat(700_000)}"a":1}]}`,
  'escaped keys': () => `{"data":[{${'"\\u005f":0,'.repeat(900_000)}"a":1}]}`,
  'no JSON at the very end': () => `{"data":[\n${'1,\n'.repeat(3_300_000)}]}`,
}

export async function measureReading(): Promise<Measurement> {
  const bytes = Buffer.from(small)
  const each = many(smallRounds, () =>
    timeOf(() => {
      for (let time = 0; time < smallTimes; time++) readSubmission(bytes)
    }),
  )
  const rows: Row[] = [
    { what: `${bytes.length} bytes`, value: (median(each) * 1000) / smallTimes, unit: 'µs' },
  ]
  for (const [name, make] of Object.entries(largeBodies)) rows.push(...readLarge(name, Buffer.from(make())))
  return { name: 'reading', rows, missing: [] }
}

function readLarge(name: string, body: Buffer): Row[] {
  const megabytes = (body.length / 1e6).toFixed(1)
  const what = `${megabytes} MB, ${name}: ${outcomeOf(() => readSubmission(body))}`
  const parse = () => outcomeOf(() => JSON.parse(body.toString()))
  return [
    {
      what,
      value: median(many(largeRounds, () => timeOf(() => outcomeOf(() => readSubmission(body))))),
      unit: 'ms',
    },
    { what: '… JSON.parse', value: timeOf(parse), unit: 'ms' },
  ]
}

function outcomeOf(read: () => unknown): string {
  try {
    read()
    return 'accepted'
  } catch (error) {
    if (error instanceof AppError) return error.code
    if (error instanceof SyntaxError) return 'no JSON'
    throw error
  }
}

function timeOf(work: () => unknown): number {
  const begun = performance.now()
  work()
  return performance.now() - begun
}
