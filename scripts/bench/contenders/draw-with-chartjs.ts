/** Chart.js on a canvas of Skia. Run by `runProcesses`. */

import type { ReferenceFigure } from '../figures.ts'
import { drawRounds, font, requireInstalled } from './rounds.ts'

interface ChartJs {
  readonly Chart: {
    new (canvas: object, config: object): { destroy(): void }
    register(...parts: readonly unknown[]): void
    readonly defaults: { readonly font: { family: string } }
  }
  readonly registerables: readonly unknown[]
}
interface Canvas {
  createCanvas(width: number, height: number): { toBuffer(type: 'image/png'): Uint8Array }
  readonly GlobalFonts: { registerFromPath(path: string, name: string): void }
}
const { Chart, registerables } = requireInstalled('chart.js') as ChartJs
const { createCanvas, GlobalFonts } = requireInstalled('@napi-rs/canvas') as Canvas
Chart.register(...registerables)
GlobalFonts.registerFromPath(font.file, font.name)
Chart.defaults.font.family = font.name

const whiteGround = {
  id: 'ground',
  beforeDraw({ ctx }: { ctx: { fillStyle: string; fillRect(...box: readonly number[]): void } }) {
    ctx.fillStyle = '#fff'
    ctx.fillRect(0, 0, 700, 500)
  },
}

function draw({ data: [line, bars], layout: { title, width, height } }: ReferenceFigure): Uint8Array {
  const canvas = createCanvas(width, height)
  const chart = new Chart(canvas, {
    type: 'bar',
    data: {
      labels: bars.x,
      datasets: [
        { type: 'line', label: line.name, data: line.y, borderColor: '#1f77b4', backgroundColor: '#1f77b4' },
        { type: 'bar', label: bars.name, data: bars.y, backgroundColor: '#ff7f0e' },
      ],
    },
    options: {
      animation: false,
      responsive: false,
      devicePixelRatio: 1,
      plugins: { title: { display: true, text: title.text }, legend: { position: 'bottom' } },
    },
    plugins: [whiteGround],
  })
  const png = canvas.toBuffer('image/png')
  chart.destroy()
  return png
}

await drawRounds(draw)
