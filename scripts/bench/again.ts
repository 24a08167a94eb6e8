/** The same figure again, as a job that runs every minute sends it: its image is there already. */

import { startService } from '../service/service.ts'
import { processorTime } from '../service/usage.ts'
import { referenceFigure } from './figures.ts'
import { keepAsking, type Measurement, type Row } from './measure.ts'

const connections = 32
const warmUp = 3
const seconds = 8

export async function measureAgain(): Promise<Measurement> {
  const service = await startService()
  try {
    const body = JSON.stringify(referenceFigure(0))
    const chart = () => service.chart(body)
    await chart()
    await keepAsking(chart, connections, warmUp)
    const before = processorTime()
    const { perSecond, took } = await keepAsking(chart, connections, seconds)
    const after = processorTime()
    const what = 'the same figure as a new graph + png'
    const rows: Row[] = [{ what, value: perSecond, unit: '/s', goal: '≥ 1000' }]
    if (before !== null && after !== null)
      rows.push({ what: `${what}: processor time`, value: (after - before) / took.length, unit: 'ms' })
    return { name: 'again', rows, missing: [] }
  } finally {
    await service.close()
  }
}
