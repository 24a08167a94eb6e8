/** Services that are asked over HTTP: Plotgate, and the export server of Highcharts. */

import { spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { Agent } from 'node:http'
import { join } from 'node:path'
import { ask, ended, expect, startService } from '../../service/service.ts'
import { referenceFigure } from '../figures.ts'
import { keepAsking } from '../measure.ts'
import { browserScript, npmPackages } from '../tools.ts'
import { type Contender, died, inFlight, nextSeed, pages } from './contender.ts'

export const plotgate: Contender = {
  name: 'Plotgate: POST a new graph, GET its png',
  async open() {
    const service = await startService()
    const chart = () => service.chart(JSON.stringify(referenceFigure(nextSeed())))
    await keepAsking(chart, inFlight, 5)
    return {
      round: async seconds => (await keepAsking(chart, inFlight, seconds)).perSecond,
      close: service.close,
    }
  },
}

export const highcharts: Contender = {
  name: 'Highcharts export server 6.0, 2 workers, over HTTP',
  goal: 5,
  async open() {
    const folder = await npmPackages('highcharts-6', ['highcharts-export-server@6.0.0', 'highcharts@13.1.1'])
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
      const { data, layout } = referenceFigure(nextSeed())
      const infile = {
        chart: { width: layout.width, height: layout.height },
        title: { text: layout.title.text },
        series: data.map(({ type, name, y }) => ({
          type: type === 'bar' ? 'column' : 'line',
          name,
          data: y,
          marker: { enabled: true },
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
