/** The functions of docs/clients.md, as they stand there, against a service. */

import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { startTestService, type TestService } from '../support/app.ts'
import { operationOf } from '../support/openapi.ts'

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
  }, 60_000)
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
  }, 60_000)

  test('tells what is wrong', async () => {
    const wrong = { data: [{ type: 'barr' }] }
    await expect(publish(wrong, { url: service.baseUrl, key: service.key })).rejects.toThrow('invalid_figure')
  })
})

test('the functions in R ask for operations that there are', () => {
  expect(blockOf('r')).toContain('"/v1/graph"')
  expect(blockOf('r')).toContain('"/v1/render"')
  expect(operationOf('createGraph') && operationOf('renderFigure')).toBeTruthy()
})
