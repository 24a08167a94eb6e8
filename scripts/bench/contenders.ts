/** Who draws the reference figure: Plotgate over HTTP, and the ways it is usually done. Two at a time each. */

import { type ChildProcess, spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { Agent } from 'node:http'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Cluster } from 'puppeteer-cluster'
import puppeteer, { type Page } from 'puppeteer-core'
import { referenceFigure } from './figures.ts'
import { keepAsking } from './measure.ts'
import { ask, ended, expect, startService } from './service.ts'
import { browserScript, cacheDir, npmPackages, pythonPackages } from './tools.ts'

export interface Contender {
  readonly name: string
  /** Rejects where it cannot be installed or started. */
  open(): Promise<Running>
}

export interface Running {
  /** Charts a second, over that many seconds. */
  round(seconds: number): Promise<number>
  close(): Promise<void>
}

const pages = 2
/** Asked for at once, so that no page waits for work. */
const inFlight = 2 * pages
let seed = 0
const plotly = createRequire(import.meta.url).resolve('plotly.js/dist/plotly.min.js')

const plotgate: Contender = {
  name: 'Plotgate: POST a new graph, GET its png',
  async open() {
    const service = await startService()
    const chart = () => service.chart(JSON.stringify(referenceFigure(seed++)))
    await keepAsking(chart, inFlight, 5)
    return {
      round: async seconds => (await keepAsking(chart, inFlight, seconds)).perSecond,
      close: service.close,
    }
  },
}

const pagePerJob: Contender = {
  name: 'puppeteer-cluster, a page per job',
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
    const chart = () => cluster.execute(referenceFigure(seed++), draw as never)
    return {
      round: async seconds => (await keepAsking(chart, pages, seconds)).perSecond,
      close: () => cluster.close(),
    }
  },
}

const kaleido: Contender = {
  name: 'Kaleido 1.3, n=2',
  async open() {
    const python = await pythonPackages('kaleido', ['kaleido==1.3.0'])
    const figure = join(cacheDir, 'figure.json')
    await writeFile(figure, JSON.stringify(referenceFigure(seed++)))
    const child = spawn(
      python,
      [join(import.meta.dirname, 'draw_with_kaleido.py'), figure, plotly, String(pages)],
      {
        env: { ...process.env, BROWSER_PATH: await browserScript() },
        stdio: ['pipe', 'pipe', 'pipe'],
      },
    )
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
    const dead = died(child)
    const next = async () => {
      const line = await Promise.race([lines.next(), dead])
      return line.done ? await dead : line.value
    }
    await next()
    return {
      async round(seconds) {
        child.stdin.write(`${seconds}\n`)
        return Number(await next())
      },
      close: () => ended(child),
    }
  },
}

const highcharts: Contender = {
  name: 'Highcharts export server 5.1, 2 workers, over HTTP',
  async open() {
    const folder = await npmPackages('highcharts', ['highcharts-export-server@5.1.0', 'highcharts@12'])
    const port = 20_000 + Math.floor(Math.random() * 20_000)
    const bin = join(folder, 'node_modules', 'highcharts-export-server', 'bin', 'cli.js')
    // Else it loads scripts for time zones from a CDN.
    const config = join(folder, 'config.json')
    await writeFile(config, JSON.stringify({ highcharts: { customScripts: [] } }))
    const child = spawn(
      process.execPath,
      [bin, '--loadConfig', config, '--enableServer', '1', '--port', String(port), '--host', '127.0.0.1'],
      {
        cwd: folder,
        env: {
          ...process.env,
          PUPPETEER_EXECUTABLE_PATH: await browserScript(),
          HIGHCHARTS_USE_NPM: 'true',
          POOL_MIN_WORKERS: String(pages),
          POOL_MAX_WORKERS: String(pages),
          LOGGING_LEVEL: '1',
          OTHER_NO_LOGO: 'true',
        },
        stdio: ['ignore', 'ignore', 'pipe'],
      },
    )
    const agent = new Agent({ keepAlive: true })
    const url = new URL(`http://127.0.0.1:${port}/`)
    const chart = async () => {
      const { data, layout } = referenceFigure(seed++)
      const infile = {
        chart: { width: layout.width, height: layout.height },
        title: { text: layout.title.text },
        series: data.map(({ type, name, y }) => ({
          type: type === 'bar' ? 'column' : 'line',
          name,
          data: y,
        })),
      }
      const body = JSON.stringify({ infile, type: 'png', b64: false, width: 700, scale: 1 })
      return expect(200, await ask(agent, 'POST', url, {}, body))
    }
    await Promise.race([answers(chart), died(child)])
    return {
      round: async seconds => (await keepAsking(chart, inFlight, seconds)).perSecond,
      async close() {
        agent.destroy()
        await ended(child)
      },
    }
  },
}

export const contenders: readonly Contender[] = [plotgate, pagePerJob, kaleido, highcharts]

/** Resolves once it does; rejects with its last fault after half a minute. */
async function answers(chart: () => Promise<unknown>): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      await chart()
      return
    } catch (error) {
      if (tries > 60) throw error
      await new Promise(resolve => setTimeout(resolve, 500))
    }
  }
}

function died(child: ChildProcess): Promise<never> {
  return new Promise((_, reject) => {
    let said = ''
    child.stderr?.on('data', part => {
      said = (said + part).slice(-500)
    })
    child.once('error', reject)
    child.once('exit', code => reject(new Error(`it ended with ${code}: ${said.trim().split('\n').at(-1)}`)))
  })
}
