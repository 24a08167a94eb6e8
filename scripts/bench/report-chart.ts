/** The charts a second as a figure, drawn by the service it tells of. */

import { startService } from '../service/service.ts'
import type { Measurement } from './measure.ts'

export async function drawReport(
  { rows }: Measurement,
  machine: { cores: number; node: string },
): Promise<Buffer> {
  const bars = rows.filter(({ unit }) => unit === 'charts/s').reverse()
  const figure = {
    data: [
      {
        type: 'bar',
        orientation: 'h',
        x: bars.map(({ value }) => value),
        y: bars.map(({ what }) => what.replace(/[:,] .*/, '')),
        text: bars.map(({ value }) => value.toFixed(value < 10 ? 1 : 0)),
        textposition: 'outside',
        cliponaxis: false,
        marker: { color: bars.map(({ what }) => (what.startsWith('Plotgate') ? '#0d5f66' : '#b9c6c6')) },
      },
    ],
    layout: {
      title: { text: `Charts a second on ${machine.cores} cores` },
      xaxis: { title: { text: 'bars and a line with markers, 100 points each, 700×500 png' } },
      width: 800,
      height: 360,
    },
  }
  const service = await startService()
  try {
    return await service.chart(JSON.stringify(figure))
  } finally {
    await service.close()
  }
}
