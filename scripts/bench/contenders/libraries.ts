/** Libraries that draw without a browser: bare, in two processes, storing and serving nothing. */

import { spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { referenceFigure } from '../figures.ts'
import { cacheDir, npmPackages, pythonPackages } from '../tools.ts'
import { type Contender, pages, runProcesses } from './contender.ts'

const figures = async (): Promise<string> => {
  const file = join(cacheDir, 'figures.json')
  await writeFile(file, JSON.stringify(Array.from({ length: 50 }, (_, seed) => referenceFigure(seed))))
  return file
}

const processes = (command: string, ...args: readonly string[]) =>
  runProcesses(Array.from({ length: pages }, () => spawn(command, args)))

const script = (name: string) => join(import.meta.dirname, name)

const inNode = (name: string, drawnBy: string, packages: readonly string[]): Contender => ({
  name: `${name}, as a library`,
  goal: 1,
  async open() {
    const folder = await npmPackages(drawnBy, packages)
    return processes(process.execPath, script(`draw-with-${drawnBy}.ts`), folder, await figures())
  },
})

const vlConvert: Contender = {
  name: 'vl-convert 1.9, as a library',
  goal: 1,
  async open() {
    const python = await pythonPackages('vl-convert-1.9', ['vl-convert-python==1.9.0.post1'])
    return processes(python, script('draw_with_vl_convert.py'), await figures())
  },
}

export const libraries: readonly Contender[] = [
  vlConvert,
  inNode('ECharts 6.1 with resvg-js', 'echarts', ['echarts@6.1.0', '@resvg/resvg-js@2.6.2']),
  inNode('Chart.js 4.6 on Skia (@napi-rs/canvas)', 'chartjs', ['chart.js@4.6.1', '@napi-rs/canvas@1.1.1']),
]
