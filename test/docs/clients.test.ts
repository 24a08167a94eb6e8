/** The functions of docs/clients.md, as they stand there, against a service. */

import { execFile, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { startTestService, type TestService } from '../support/app.ts'
import { operationOf } from '../support/openapi.ts'

const run = promisify(execFile)
const page = readFileSync(new URL('../../docs/clients.md', import.meta.url), 'utf8')
const blockOf = (language: string) =>
  page.match(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 's'))?.[1] ?? ''

interface Functions {
  publish(
    figure: object,
    login: object,
  ): Promise<{ graph_id: string; data: unknown; layout: { title: string } }>
  toImage(figure: object, options: object): Promise<Blob>
}

describe('JavaScript', () => {
  let service: TestService
  const { publish, toImage } = new Function(`${blockOf('js')}; return { publish, toImage }`)() as Functions
  const figure = { data: [{ type: 'bar', y: [1, 2] }], layout: { title: 'Bars' } }

  beforeAll(async () => {
    service = await startTestService({ RENDER_WORKERS: '1' })
  })
  afterAll(() => service.close())

  test('publishes a figure', async () => {
    const { graph_id, data, layout } = await publish(figure, { url: service.baseUrl, key: service.key })
    expect([graph_id.length, data, layout.title]).toEqual([21, figure.data, 'Bars'])
  })

  test('draws a figure', async () => {
    const login = { url: service.baseUrl, key: service.key }
    const image = await toImage(figure, { ...login, format: 'svg', width: 300 })
    expect(image.type).toMatch(/^image\/svg\+xml/)
    expect(await image.text()).toContain('width="300"')
    await expect(toImage(figure, { ...login, width: 1 })).rejects.toThrow('width')
  })

  test('tells what is wrong', async () => {
    const wrong = { data: [{ type: 'barr' }] }
    await expect(publish(wrong, { url: service.baseUrl, key: service.key })).rejects.toThrow('invalid_figure')
  })
})

const hasR = spawnSync('Rscript', ['-e', 'library(httr2); library(plotly)']).status === 0

describe('R', () => {
  test('asks for operations that there are', () => {
    expect(blockOf('r')).toContain('"/v1/graph"')
    expect(blockOf('r')).toContain('"/v1/render"')
    expect(operationOf('createGraph') && operationOf('renderFigure')).toBeTruthy()
  })

  const testInR = hasR ? test : test.skip
  testInR('publishes a figure, draws it, and tells what is wrong', async () => {
    const service = await startTestService({ RENDER_WORKERS: '1' })
    const folder = await mkdtemp(join(tmpdir(), 'plotgate-r-'))
    try {
      const use = `figure <- plotly::layout(plotly::plot_ly(y = 1:2, type = "bar"), title = "Bars")
graph <- publish(figure)
write_image(figure, "${folder}/chart.svg", width = 300)
refused <- tryCatch(write_image(figure, "${folder}/no.png", width = 1), error = conditionMessage)
cat(graph$graph_id, graph$layout$title, refused, sep = "\n")`
      await writeFile(join(folder, 'use.R'), `${blockOf('r')}\n${use}\n`)
      const env = { ...process.env, PLOTGATE_URL: service.baseUrl, PLOTGATE_KEY: service.key }
      const { stdout } = await run('Rscript', [join(folder, 'use.R')], { env })
      const [id = '', title, ...refused] = stdout.split('\n')
      expect([id.length, title]).toEqual([21, 'Bars'])
      expect(refused.join(' ')).toContain('width')
      expect(await readFile(join(folder, 'chart.svg'), 'utf8')).toContain('width="300"')
    } finally {
      await rm(folder, { recursive: true, force: true })
      await service.close()
    }
  })
})
