/** From starting the process to its first answer, and to the first image. */

import { referenceFigure } from './figures.ts'
import { type Measurement, median } from './measure.ts'
import { startService } from './service.ts'

export async function measureStart(): Promise<Measurement> {
  const answered: number[] = []
  const drawn: number[] = []
  for (let round = 0; round < 3; round++) {
    const begun = performance.now()
    const service = await startService()
    try {
      await service.get('/healthz')
      answered.push(performance.now() - begun)
      await service.chart(JSON.stringify(referenceFigure(round)))
      drawn.push(performance.now() - begun)
    } finally {
      await service.close()
    }
  }
  return {
    name: 'start',
    rows: [
      { what: 'process start to first answer', value: median(answered), unit: 'ms' },
      { what: 'process start to first picture', value: median(drawn), unit: 'ms' },
    ],
    missing: [],
  }
}
