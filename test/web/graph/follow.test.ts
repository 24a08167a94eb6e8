/** Open pages and embeds of a graph that changes, in a real browser. */

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from '@jest/globals'
import type { Frame, Page } from 'puppeteer-core'
import { startViewing } from '../../support/viewing.ts'

const patience = 240_000

const viewing = startViewing({ RENDER_WORKERS: '1' })
const { open } = viewing

async function send(method: string, path: string, body?: object): Promise<{ graph: { graph_id: string } }> {
  const answer = await fetch(`${viewing.service.baseUrl}${path}`, {
    method,
    headers: { Authorization: `Bearer ${viewing.service.key}`, 'Content-Type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  expect(answer.ok).toBe(true)
  return (await answer.json()) as { graph: { graph_id: string } }
}

const newGraph = async (figure: object) => (await send('POST', '/v1/graph', figure)).graph.graph_id
const append = (id: string, y: number) =>
  send('POST', `/v1/graph/${id}/points`, { points: [{ trace: 0, x: [y], y: [y] }] })

type PlotDiv = HTMLElement & {
  data: { y: number[]; visible?: unknown }[]
  layout: { xaxis: { range: number[] } }
}

const drawn = (frame: Page | Frame) =>
  frame.evaluate(() => {
    const { data, layout } = document.getElementById('live') as PlotDiv
    return { y: data[0]?.y, second: data[1]?.visible, range: layout.xaxis.range.map(Math.round) }
  })

const untilLast = (frame: Page | Frame, y: number) =>
  frame.waitForFunction(
    last => (document.getElementById('live') as PlotDiv)?.data?.[0]?.y.at(-1) === last,
    { timeout: patience, polling: 20 },
    y,
  )

const lines = {
  data: [
    { name: 'a', x: [1, 2], y: [1, 2] },
    { name: 'b', x: [1, 2], y: [2, 1] },
  ],
  layout: { title: 'Follow me' },
}

/** A new graph of `lines`, and its page with the live chart. */
async function openLive() {
  const id = await newGraph(lines)
  const opened = await open(`${viewing.service.plotUrl}/${id}`)
  await opened.page.waitForSelector('.is-live', { timeout: patience })
  return { id, ...opened }
}

test(
  'a page draws each change in place, and keeps zoom and hidden traces',
  async () => {
    const { id, page, faults } = await openLive()
    await page.evaluate(async () => {
      const library = (
        globalThis as unknown as { Plotly: { relayout: (...all: unknown[]) => Promise<void> } }
      ).Plotly
      await library.relayout('live', { 'xaxis.range': [0, 10], 'yaxis.range': [0, 10] })
    })
    // The second name of the legend: a click hides its trace.
    await page.click('.legend .traces:nth-of-type(2) .legendtoggle')
    await page.waitForFunction(
      () => (document.getElementById('live') as PlotDiv).data[1]?.visible === 'legendonly',
      { timeout: patience },
    )
    await append(id, 3)
    await untilLast(page, 3)
    expect(await drawn(page)).toEqual({ y: [1, 2, 3], second: 'legendonly', range: [0, 10] })
    expect(await page.$eval('#updated', each => each.textContent)).toMatch(/^Updated at /)
    const layout = { title: 'Follow this & that' }
    await send('PUT', `/v1/graph/${id}`, { data: [{ name: 'a', y: [9] }, lines.data[1]], layout })
    await untilLast(page, 9)
    expect([await page.title(), await page.$eval('h1', each => each.textContent)]).toEqual([
      'Follow this & that',
      'Follow this & that',
    ])
    expect(await drawn(page)).toMatchObject({ second: 'legendonly', range: [0, 10] })
    expect(faults).toEqual([])
  },
  patience,
)

test(
  'a page whose figure needs another part of the library is loaded anew',
  async () => {
    const { id, page } = await openLive()
    const loaded = page.waitForNavigation({ waitUntil: 'load', timeout: patience })
    await send('PUT', `/v1/graph/${id}`, {
      data: [
        {
          type: 'surface',
          z: [
            [1, 2],
            [3, 4],
          ],
        },
      ],
    })
    await loaded
    expect(await page.$eval('#settings', each => JSON.parse(each.textContent ?? '').version)).toBe(2)
  },
  patience,
)

test(
  'embeds follow too, more of them than a browser has connections; with ?live=off none does',
  async () => {
    const ids = await Promise.all(Array.from({ length: 8 }, () => newGraph(lines)))
    const still = await newGraph(lines)
    const host = createServer((_req, res) => {
      const frames = [...ids.map(id => `${id}?embed`), `${still}?embed&live=off`]
      res.setHeader('Content-Type', 'text/html')
      res.end(
        frames
          .map(each => `<iframe src="${viewing.service.plotUrl}/${each}" width="300" height="200"></iframe>`)
          .join(''),
      )
    })
    await new Promise<void>(resolve => host.listen(0, '127.0.0.1', resolve))
    try {
      const { page } = await open(`http://127.0.0.1:${(host.address() as AddressInfo).port}/`)
      const frameOf = (id: string) => page.frames().find(frame => frame.url().includes(id)) as Frame
      for (const id of [...ids, still]) await frameOf(id).waitForSelector('.is-live', { timeout: patience })
      await Promise.all([...ids, still].map(id => append(id, 3)))
      for (const id of ids) await untilLast(frameOf(id), 3)
      expect((await drawn(frameOf(still))).y).toEqual([1, 2])
    } finally {
      host.closeAllConnections()
      host.close()
    }
  },
  patience * 2,
)

test(
  'a page keeps the figure of a graph that is deleted, and says so',
  async () => {
    const { id, page } = await openLive()
    await append(id, 3)
    await untilLast(page, 3)
    await send('DELETE', `/v1/graph/${id}`)
    await page.waitForSelector('#notice:not([hidden])', { timeout: patience })
    expect(await page.$eval('#notice', each => each.textContent)).toBe(
      'This graph was deleted or has expired.',
    )
    expect((await drawn(page)).y).toEqual([1, 2, 3])
  },
  patience,
)
