/**
 * Creates a second over HTTP, durable each, on the stores at hand: SQLite, and MongoDB where MONGODB_URL names one; and
 * what checking figures has of it.
 */

import { startService } from '../service/service.ts'
import { mainThreadTimeOf, processorTimeOf } from '../service/usage.ts'
import { fire } from './cannon.ts'
import { timeChecking } from './checks.ts'
import { largestCloud } from './figures.ts'
import type { Measurement, Row } from './measure.ts'

const connections = 64
const warmUp = 3
const seconds = 8

export async function measureCreates(): Promise<Measurement> {
  const missing: string[] = []
  const mongo = process.env.MONGODB_URL
  if (!mongo) missing.push('creates on MongoDB: set MONGODB_URL')
  const rows = [
    ...(await creates('SQLite', { MONGODB_URL: '' })),
    ...(mongo ? await creates('MongoDB', { MONGODB_URL: mongo }) : []),
  ]
  return { name: 'creates', rows, missing }
}

async function creates(store: string, settings: Readonly<Record<string, string>>): Promise<Row[]> {
  const goal = store === 'SQLite' ? { goal: '≥ 3000' } : {}
  const rows: Row[] = []
  for (const [beside, more] of [
    ['renders behind them', { RENDER_WORKERS: '2' }],
    // A browser that does not start: what creates cost by themselves.
    ['no renders', { BROWSER_PATH: '/bin/false' }],
  ] as const) {
    const service = await startService({ ...settings, ...more })
    const shot = {
      url: `${service.url}/v1/graph`,
      connections,
      method: 'POST',
      headers: { Authorization: `Bearer ${service.key}`, 'Content-Type': 'application/json' },
      body: kilobyte,
    } as const
    try {
      await fire({ ...shot, duration: warmUp })
      const before = processorTimeOf(service.pid)
      const begun = mainThreadTimeOf(service.pid)
      const { requests, latency } = await fire({ ...shot, duration: seconds })
      const after = processorTimeOf(service.pid)
      const ended = mainThreadTimeOf(service.pid)
      const what = `creates of 1 KB on ${store}, ${beside}`
      rows.push({ what, value: requests.average, unit: '/s', ...goal })
      rows.push({ what: `${what}, p50`, value: latency.p50, unit: 'ms' })
      rows.push({ what: `${what}, p99`, value: latency.p99, unit: 'ms' })
      if (before !== null && after !== null) {
        const each = ((after - before) * 1000) / requests.total
        rows.push({ what: `${what}, processor time each`, value: each, unit: 'µs' })
      }
      if (begun !== null && ended !== null && beside === 'no renders')
        rows.push(...checks((ended - begun) / requests.total))
    } finally {
      await service.close()
    }
  }
  return rows
}

/** `each` is how long the thread that creates is busy with a create of 1 KB, in milliseconds. */
function checks(each: number): Row[] {
  const small = timeChecking(kilobyte, 5_000)
  const large = timeChecking(largestCloud(1), 3)
  return [
    {
      what: 'checking 1 KB, of the time of the thread that creates',
      value: (100 * small.checking) / each,
      unit: '%',
      goal: '≤ 15',
    },
    {
      what: 'checking 9 MB, beside reading it',
      value: (100 * large.checking) / (large.reading - large.checking),
      unit: '%',
      goal: '≤ 25',
    },
  ]
}

/** Two short series and a title, as a monitoring job would send them. */
const kilobyte = (() => {
  const series = (name: string, at: number) => ({
    type: 'scatter',
    name,
    x: Array.from({ length: 48 }, (_, n) => n),
    y: Array.from({ length: 48 }, (_, n) => Math.round(5000 + 4000 * Math.sin((n + at) / 7)) / 100),
  })
  return JSON.stringify({
    data: [series('Inflow', 0), series('Outflow', 9)],
    layout: { title: { text: 'Reservoir, last two days' } },
  })
})()
