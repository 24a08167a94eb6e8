/** Pages and files of large figures: what a view costs does not grow with the figure. */

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { figurePieces } from '../../../src/web/graph/inline-figure.ts'
import { type HttpSide, startHttp } from '../../support/http.ts'

let side: HttpSide
beforeAll(async () => {
  side = await startHttp({ config: { maxBodyBytes: 10 * 2 ** 20 } })
})
afterAll(() => side.close())

/** Creates a graph, and returns its path. */
async function create(body: string): Promise<string> {
  const answer = await side.create('/v1/plot', body)
  expect(answer.status).toBe(201)
  const { graph } = (await answer.json()) as { graph: { permalink: string } }
  return new URL(graph.permalink).pathname
}

const settingsOf = (page: string): Record<string, unknown> =>
  JSON.parse(/<script type="application\/json" id="settings">([\s\S]*?)<\/script>/.exec(page)?.[1] ?? 'null')

const plain = { headers: { 'Accept-Encoding': 'identity' } }

describe('the page of a large figure', () => {
  const name = '<'.repeat(3_000_000)
  let path: string
  beforeAll(async () => {
    path = await create(JSON.stringify({ data: [{ name, y: [1] }] }))
  })

  test('is as small as any, and fetches the figure under an address of its version', async () => {
    const page = await (await side.call('GET', path, plain)).text()
    expect(page.length).toBeLessThan(100_000)
    const { figure } = settingsOf(page)
    expect(figure).toBe(`${side.url}${path}@1.json`)
    const answer = await fetch(String(figure))
    expect(answer.headers.get('Access-Control-Allow-Origin')).toBe('*')
    expect(((await answer.json()) as { data: unknown }).data).toEqual([{ name, y: [1] }])
  })

  test('may be fetched from by its policy', async () => {
    const policy = (await side.call('GET', path)).headers.get('Content-Security-Policy') ?? ''
    expect(/connect-src ([^;]*)/.exec(policy)?.[1]?.split(' ')).toContain(`${side.url}/p/`)
  })

  test('and its files are not sent again to who has them, and the figure is not read for that', async () => {
    for (const file of [path, `${path}.json`, `${path}@1.json`]) {
      const tag = (await side.call('GET', file)).headers.get('ETag') ?? ''
      const again = await side.call('GET', file, { headers: { 'If-None-Match': tag } })
      expect([file, again.status]).toEqual([file, 304])
      expect(again.headers.get('ETag')).toBe(tag)
    }
  })
})

test('the table of a large figure is not made for a HEAD, which tells its length once it was', async () => {
  const path = await create(
    JSON.stringify({ data: [{ y: Array.from({ length: 40_000 }, (_, i) => i / 7) }] }),
  )
  const head = async () => {
    const { status, headers } = await side.call('HEAD', `${path}.csv`, plain)
    return [status, headers.get('ETag'), headers.get('Content-Length')]
  }
  const [, tag] = await head()
  expect(await head()).toEqual([200, tag, null])
  const file = await side.call('GET', `${path}.csv`, plain)
  expect(file.headers.get('ETag')).toBe(tag)
  expect(await head()).toEqual([200, tag, String((await file.arrayBuffer()).byteLength)])
})

test('texts full of angle brackets stand in a standalone file at their own size', async () => {
  const text = Buffer.from(JSON.stringify([{ name: '<'.repeat(3_000_000) }]))
  const joined = Buffer.concat(await figurePieces({ data: text, layout: '{}', frames: null }))
  expect(joined.length).toBeLessThan(text.length + 200)
})

test('a page changes with its figure, its theme and its kind', async () => {
  const path = await create('{"data": [{"y": [1]}]}')
  const tagOf = async (query: string) => (await side.call('GET', path + query)).headers.get('ETag')
  const tags = [await tagOf(''), await tagOf('?theme=dark'), await tagOf('?embed'), await tagOf('@1')]
  await side.call('PUT', `/v1/graph/${path.slice(3)}`, {
    headers: { Authorization: `Bearer ${side.key}`, 'Content-Type': 'application/json' },
    body: '{"data": [{"y": [2]}]}',
  })
  tags.push(await tagOf(''))
  expect(new Set(tags).size).toBeGreaterThanOrEqual(4)
  expect(tags[4]).not.toBe(tags[0])
})

test('no mark that ends a script element is left at the borders of slices', async () => {
  const marks = ['</script>', '<!--', '<script', '</SCRIPT ']
  for (let shift = 0; shift < 12; shift++) {
    const text = Buffer.from(
      `"${'é'.repeat(131_063)}${'x'.repeat(shift)}${marks.join('')}${'y'.repeat(300_000)}"`,
    )
    const joined = Buffer.concat(await figurePieces({ data: text, layout: '{}', frames: null })).toString()
    const inside = joined.slice(joined.indexOf('>') + 1, joined.lastIndexOf('<'))
    expect(inside).not.toMatch(/<(?:\/?script|!--)/i)
    expect(JSON.parse(inside).data).toBe(JSON.parse(text.toString()))
  }
})
