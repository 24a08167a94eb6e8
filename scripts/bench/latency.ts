/** How long a visitor waits: at half the load that the service can carry, and beside all of it. */

import { expect, startService } from '../service/service.ts'
import { referenceFigure } from './figures.ts'
import { keepArriving, keepAsking, type Measurement, percentile } from './measure.ts'

export async function measureLatency(): Promise<Measurement> {
  const service = await startService()
  let seed = 0
  const chart = () => service.chart(JSON.stringify(referenceFigure(seed++)))
  try {
    await keepAsking(chart, 4, 5)
    const max = await keepAsking(chart, 4, 8)
    const half = await keepArriving(chart, max.perSecond / 2, 15)

    const { graph } = JSON.parse(
      expect(201, await service.post('/v1/graph', JSON.stringify(referenceFigure(seed++)))).toString(),
    )
    const read = async () => expect(200, await service.get(`/v1/graph/${graph.graph_id}`))
    const [reads] = await Promise.all([keepArriving(read, 50, 8), keepAsking(chart, 4, 8)])
    return {
      name: 'latency',
      rows: [
        { what: 'POST + png at half load, p50', value: percentile(half, 0.5), unit: 'ms', goal: '< 60' },
        { what: 'POST + png at half load, p99', value: percentile(half, 0.99), unit: 'ms', goal: '< 250' },
        { what: 'GET /v1/graph at full render load, p50', value: percentile(reads, 0.5), unit: 'ms' },
        {
          what: 'GET /v1/graph at full render load, p99',
          value: percentile(reads, 0.99),
          unit: 'ms',
          goal: '< 50',
        },
      ],
      missing: [],
    }
  } finally {
    await service.close()
  }
}
