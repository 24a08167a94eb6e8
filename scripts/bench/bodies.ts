/**
 * How long each large figure keeps the thread that answers everyone: its processor time, which a busy machine changes
 * less than the clock. Nothing is drawn.
 */

import { expect, startService } from '../service/service.ts'
import { mainThreadTimeOf } from '../service/usage.ts'
import { largestCloud } from './figures.ts'
import type { Measurement, Row } from './measure.ts'

const times = 20

export async function measureBodies(): Promise<Measurement> {
  const body = largestCloud(1)
  const service = await startService({ BROWSER_PATH: '/bin/false' })
  try {
    const { graph } = JSON.parse(expect(201, await service.post('/v1/graph', body)).toString())
    const page = new URL(graph.permalink).pathname
    const kinds = [
      ['POST /v1/graph', async () => expect(201, await service.post('/v1/graph', body))],
      ['GET /v1/graph', async () => expect(200, await service.get(`/v1/graph/${graph.graph_id}`))],
      ['GET json', async () => expect(200, await service.get(`${page}.json`))],
      ['GET page', async () => expect(200, await service.get(page))],
    ] as const
    const rows: Row[] = []
    for (const [what, request] of kinds) {
      await request()
      const before = mainThreadTimeOf(service.pid)
      for (let time = 0; time < times; time++) await request()
      const after = mainThreadTimeOf(service.pid)
      if (before === null || after === null) return { name: 'bodies', rows, missing: ['only Linux tells it'] }
      const value = (after - before) / times
      rows.push({
        what: `${what} of ${(body.length / 2 ** 20).toFixed(1)} MiB, main thread`,
        value,
        unit: 'ms',
      })
    }
    return { name: 'bodies', rows, missing: [] }
  } finally {
    await service.close()
  }
}
