/** Appends made to cost much beside a figure of as many traces as one may have. */

import { readAppend } from '../../src/domain/figure/append/append-request.ts'
import { shapeOf } from '../../src/domain/figure/append/figure-shape.ts'
import { planAppend } from '../../src/domain/figure/append/plan-append.ts'
import { maxTraces } from '../../src/domain/figure/check/costs/budgets.ts'

const everyTrace = (set: (n: number) => object) =>
  JSON.stringify({ points: Array.from({ length: maxTraces }, (_, n) => set(n)) })

const appends: Readonly<Record<string, () => string>> = {
  'an append to each trace by its name': () => everyTrace(n => ({ trace: `trace number ${n}`, y: [n] })),
  'an append to each trace by a wrong name': () => everyTrace(n => ({ trace: `trace nomber ${n}`, y: [n] })),
  'an append of wrong arrays to each trace': () =>
    everyTrace(n => ({ trace: n, z: [n], hovertemplat: [n], 'marker.sise': [n] })),
  'an append to one trace again and again': () => everyTrace(n => ({ trace: 0, y: [n] })),
  'an append of twenty thousand arrays': () =>
    JSON.stringify({
      points: [{ trace: 0, ...Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`a${n}`, [n]])) }],
    }),
}

/** What reads each and plans it. */
export function* hostileAppends(): Iterable<readonly [what: string, work: () => void]> {
  const traces = Array.from({ length: maxTraces }, (_, n) => ({ name: `trace number ${n}`, y: [n] }))
  const shape = shapeOf(JSON.stringify(traces))
  for (const [what, make] of Object.entries(appends)) {
    const body = Buffer.from(make())
    yield [what, () => planAppend(shape, readAppend(body))]
  }
}
