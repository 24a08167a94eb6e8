/** Large figures: a million points from POST to png, what memory that takes, and whom it disturbs. */

import { expect, startService } from '../service/service.ts'
import { peakMemoryOf } from '../service/usage.ts'
import { largestCloud, pointCloud, referenceFigure } from './figures.ts'
import { keepArriving, type Measurement, percentile, type Row } from './measure.ts'
import { keepCreatingElsewhere } from './sender.ts'

export async function measureLarge(): Promise<Measurement> {
  const service = await startService({ MAX_BODY_BYTES: String(64 * 1024 * 1024) })
  try {
    const small = JSON.stringify(referenceFigure(1))
    const { graph } = JSON.parse(expect(201, await service.post('/v1/graph', small)).toString())
    await service.chart(small)
    const read = async () => expect(200, await service.get(`/v1/graph/${graph.graph_id}`))

    const million = pointCloud(1_000_000, 1)
    const begun = performance.now()
    await service.chart(million)
    const millionMs = performance.now() - begun

    const body = largestCloud(2)
    const alone = await keepArriving(read, 50, 5)
    const [beside, creates] = await Promise.all([
      keepArriving(read, 50, 10),
      keepCreatingElsewhere(service, body, 0.5, 10),
    ])
    const rows: Row[] = [
      { what: '1,000,000 points in scattergl, POST to png', value: millionMs / 1000, unit: 's', goal: '< 6' },
      { what: 'GET /v1/graph, p99, nothing else', value: percentile(alone, 0.99), unit: 'ms' },
      {
        what: `GET /v1/graph, p99, beside bodies of ${(body.length / 2 ** 20).toFixed(1)} MiB`,
        value: percentile(beside, 0.99),
        unit: 'ms',
        goal: '< 50',
      },
      { what: `creating one of those, p50`, value: percentile(creates, 0.5), unit: 'ms' },
    ]
    const peak = peakMemoryOf(service.pid)
    if (peak !== null)
      rows.push({ what: 'most memory of the server', value: peak, unit: 'MiB', goal: '< 700' })
    return { name: 'large', rows, missing: peak === null ? ['memory: only Linux tells it'] : [] }
  } finally {
    await service.close()
  }
}
