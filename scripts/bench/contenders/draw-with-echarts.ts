/** ECharts, drawing svg on the server, and resvg making png of it. Run by `runProcesses`. */

import type { ReferenceFigure } from '../figures.ts'
import { drawRounds, font, requireInstalled } from './rounds.ts'

interface ECharts {
  init(
    element: null,
    theme: null,
    options: object,
  ): { setOption(option: object): void; renderToSVGString(): string; dispose(): void }
}
interface Resvg {
  readonly Resvg: new (svg: string, options: object) => { render(): { asPng(): Uint8Array } }
}
const echarts = requireInstalled('echarts') as ECharts
const { Resvg } = requireInstalled('@resvg/resvg-js') as Resvg

function draw({ data: [line, bars], layout: { title, width, height } }: ReferenceFigure): Uint8Array {
  const chart = echarts.init(null, null, { renderer: 'svg', ssr: true, width, height })
  chart.setOption({
    animation: false,
    backgroundColor: '#fff',
    textStyle: { fontFamily: font.name },
    title: { text: title.text, left: 'center' },
    legend: { bottom: 0 },
    xAxis: { type: 'category', data: bars.x },
    yAxis: {},
    series: [
      { type: 'line', name: line.name, data: line.y, symbol: 'circle', showAllSymbol: true },
      { type: 'bar', name: bars.name, data: bars.y },
    ],
  })
  const svg = chart.renderToSVGString()
  chart.dispose()
  const fonts = { loadSystemFonts: false, fontFiles: [font.file], defaultFontFamily: font.name }
  return new Resvg(svg, { font: fonts }).render().asPng()
}

await drawRounds(draw)
