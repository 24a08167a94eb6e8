/**
 * Measures how long it takes to read the body of a create, and the cost of the worst bodies of 10 MB: `node
 * scripts/bench-figure.ts`. Small bodies are read on the main thread, so their time is a part of every create.
 */

import { readSubmission } from '../src/domain/figure/submission.ts'
import { AppError } from '../src/errors/errors.ts'

const megabytes = (body: Uint8Array) => `${(body.length / 1e6).toFixed(2)} MB`.padStart(9)

function milliseconds(work: () => void): number {
  const start = performance.now()
  work()
  return performance.now() - start
}

function outcome(body: Uint8Array): string {
  try {
    readSubmission(body)
    return 'accepted'
  } catch (error) {
    if (error instanceof AppError) return error.code
    throw error
  }
}

const median = (times: number[]) => times.sort((a, b) => a - b)[times.length >> 1] as number
const many = (count: number, item: (i: number) => unknown) => Array.from({ length: count }, (_, i) => item(i))

const small = Buffer.from(
  JSON.stringify({
    data: [
      { type: 'scatter', name: 'first', x: many(80, i => i), y: many(80, i => (i * 37) % 101) },
      { type: 'bar', name: 'second', x: many(50, i => i), y: many(50, i => i * 7.25) },
    ],
    layout: { title: 'A figure', xaxis: { title: { text: 'x' } } },
  }),
)
const rounds = many(9, () =>
  milliseconds(() => {
    for (let i = 0; i < 5000; i++) readSubmission(small)
  }),
) as number[]
console.log(`${small.length} bytes: ${(median(rounds) / 5).toFixed(1)} µs a body`)

const text = (body: string) => Buffer.from(body)
const bodies: Record<string, Buffer> = {
  'a million points': text(
    JSON.stringify({ data: [{ type: 'scattergl', x: many(1e6, i => i), y: many(1e6, i => i % 97) }] }),
  ),
  'long decimals': text(JSON.stringify({ data: [{ y: many(530_000, i => Math.sin(i as number)) }] })),
  'a typed array': text(JSON.stringify({ data: [{ y: { dtype: 'f8', bdata: 'AAAA'.repeat(2.5e6) } }] })),
  'many small objects': text(
    JSON.stringify({ data: [{ dimensions: many(300_000, i => ({ label: `a${i}`, v: [i] })) }] }),
  ),
  'a pretty-printed figure': text(JSON.stringify({ data: [{ y: many(700_000, i => i) }] }, null, 2)),
  'ten million brackets': text('['.repeat(1e7)),
  'a million unknown keys': text(`{${many(900_000, i => `"k${i}":0`).join(',')}}`),
  'a million members of layout': text(`{"data":[],"layout":{${many(900_000, i => `"k${i}":0`).join(',')}}}`),
  'the same with a null template': text(
    `{"data":[],"layout":{"template":null,${many(900_000, i => `"k${i}":0`).join(',')}}}`,
  ),
  'five million faults': text(`{"data":[${'1,'.repeat(4_999_990)}1]}`),
  'unsafe keys': text(`{"data":[{${'"__proto__":0,'.repeat(700_000)}"a":1}]}`),
  'escaped keys': text(`{"data":[{${'"\\u005f":0,'.repeat(900_000)}"a":1}]}`),
  'no JSON at the very end': text(`{"data":[\n${'1,\n'.repeat(3_300_000)}]}`),
}
for (const [name, body] of Object.entries(bodies)) {
  const time = median(many(5, () => milliseconds(() => outcome(body))) as number[])
  const parse = milliseconds(() => {
    try {
      JSON.parse(body.toString())
    } catch {}
  })
  console.log(
    `${megabytes(body)}  ${name.padEnd(32)} ${time.toFixed(0).padStart(5)} ms  ${outcome(body).padEnd(15)} (JSON.parse ${parse.toFixed(0)} ms)`,
  )
}
