/** Ways that drive a browser themselves: a page for each chart, and Kaleido. */

import { spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { Cluster } from 'puppeteer-cluster'
import puppeteer, { type Page } from 'puppeteer-core'
import { referenceFigure } from '../figures.ts'
import { keepAsking } from '../measure.ts'
import { browserScript, cacheDir, pythonPackages } from '../tools.ts'
import { type Contender, nextSeed, pages, runProcesses } from './contender.ts'

const plotly = createRequire(import.meta.url).resolve('plotly.js/dist/plotly.min.js')

export const pagePerJob: Contender = {
  name: 'puppeteer-cluster, a page per job',
  goal: 60,
  async open() {
    const cluster = await Cluster.launch({
      concurrency: Cluster.CONCURRENCY_PAGE,
      maxConcurrency: pages,
      puppeteer,
      puppeteerOptions: {
        executablePath: await browserScript(),
        args: ['--no-sandbox'],
        headless: 'shell',
      } as object,
    })
    const draw = async ({ page, data: figure }: { page: Page; data: unknown }) => {
      await page.setViewport({ width: 700, height: 500 })
      await page.setContent('<body style="margin:0"><div id="chart"></div>')
      await page.addScriptTag({ path: plotly })
      await page.evaluate(`Plotly.newPlot('chart', ${JSON.stringify(figure)})`)
      return page.screenshot({ type: 'png' })
    }
    const chart = () => cluster.execute(referenceFigure(nextSeed()), draw as never)
    return {
      round: async seconds => (await keepAsking(chart, pages, seconds)).perSecond,
      close: () => cluster.close(),
    }
  },
}

export const kaleido: Contender = {
  name: 'Kaleido 1.5, n=2',
  goal: 8,
  async open() {
    const python = await pythonPackages('kaleido-1.5', ['kaleido==1.5.0'])
    const figure = join(cacheDir, 'figure.json')
    await writeFile(figure, JSON.stringify(referenceFigure(nextSeed())))
    const script = join(import.meta.dirname, 'draw_with_kaleido.py')
    const env = { ...process.env, BROWSER_PATH: await browserScript() }
    return runProcesses([spawn(python, [script, figure, plotly, String(pages)], { env })])
  },
}
