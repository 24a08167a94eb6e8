/** The effects of the niceness of browsers: on reads beside rendering, and on rendering beside other programs. */

import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { expect, type Service, startService } from '../service/service.ts'
import { referenceFigure } from './figures.ts'
import { keepAsking, type Measurement, percentile, type Row } from './measure.ts'

const levels = [0, 5, 10]
const warmUp = 3
const seconds = 10
const lanes = availableParallelism() * 2
const busyPrograms = availableParallelism() * 4

export async function measureNiceness(): Promise<Measurement> {
  const rows: Row[] = []
  for (const niceness of levels) {
    const service = await startService({ RENDER_NICE: String(niceness) })
    try {
      const measured = [...(await besideRendering(service)), ...(await besidePrograms(service))]
      rows.push(...measured.map(row => ({ ...row, what: `niceness ${niceness}, ${row.what}` })))
    } finally {
      await service.close()
    }
  }
  return { name: 'niceness', rows, missing: [] }
}

/** Creates graphs and fetches their images without a pause. */
function render(service: Service, forSeconds: number) {
  let seed = 0
  return keepAsking(() => service.chart(JSON.stringify(referenceFigure(seed++))), lanes, forSeconds)
}

async function besideRendering(service: Service): Promise<Row[]> {
  const answer = await service.post('/v1/graph', JSON.stringify(referenceFigure(0)))
  const { graph } = JSON.parse(expect(201, answer).toString())
  const read = async () => expect(200, await service.get(`/v1/graph/${graph.graph_id}`))
  await render(service, warmUp)
  const [{ took }, images] = await Promise.all([keepAsking(read, 1, seconds), render(service, seconds)])
  return [
    { what: 'reads beside rendering, p50', value: percentile(took, 0.5), unit: 'ms' },
    { what: 'reads beside rendering, p99', value: percentile(took, 0.99), unit: 'ms' },
    { what: 'images meanwhile', value: images.perSecond, unit: '/s' },
  ]
}

async function besidePrograms(service: Service): Promise<Row[]> {
  const programs = Array.from({ length: busyPrograms }, () =>
    spawn('sh', ['-c', 'while :; do :; done'], { stdio: 'ignore', detached: true }),
  )
  try {
    const { perSecond } = await render(service, seconds)
    return [{ what: `images beside ${busyPrograms} busy programs`, value: perSecond, unit: '/s' }]
  } finally {
    for (const program of programs) program.kill('SIGKILL')
  }
}
