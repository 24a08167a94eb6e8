/** `POST /v1/render`: a figure in, its image out, nothing kept (contract, "Render without storing"). */

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import sharp from 'sharp'
import type { AccountId } from '../../../src/domain/ids.ts'
import { startTestService, type TestService } from '../../support/app.ts'
import { operationOf } from '../../support/openapi.ts'

const figure = { data: [{ type: 'bar', x: ['a', 'b'], y: [1, 2] }], layout: { title: 'Größe: 1/2' } }

describe('a figure that is not stored', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({ RENDER_WORKERS: '1' })
  })
  afterAll(() => service.close())

  const render = (query: string, body: unknown = figure, headers: Record<string, string> = {}) =>
    fetch(`${service.baseUrl}/v1/render${query}`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${service.key}`,
        'Content-Type': 'application/json',
        ...headers,
      },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
  const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer())

  const beginnings: [string, string, string][] = [
    ['png', 'image/png', '\x89PNG'],
    ['svg', 'image/svg+xml; charset=utf-8', '<svg'],
    ['webp', 'image/webp', 'RIFF'],
    ['jpeg', 'image/jpeg', '\xff\xd8\xff'],
    ['pdf', 'application/pdf', '%PDF'],
    ['html', 'text/html; charset=utf-8', '<!doctype html>'],
  ]
  test.each(beginnings)('%s: the bytes and their media type', async (format, type, beginning) => {
    const answer = await render(`?format=${format}`)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type])
    expect((await bytesOf(answer)).toString('latin1')).toMatch(new RegExp(`^${beginning}`, 'i'))
    expect(answer.headers.has('content-encoding')).toBe(format === 'svg' || format === 'html')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('content-disposition')).toContain(`.${format}`)
  })

  test('is png in the figure’s own size without parameters', async () => {
    const { width, height, format } = await sharp(await bytesOf(await render(''))).metadata()
    expect([format, width, height]).toEqual(['png', 700, 500])
  })

  test('takes the parameters of stored images', async () => {
    const answer = await render('?width=300&height=200&scale=2&theme=dark&background=%23ff6600')
    const image = sharp(await bytesOf(answer))
    const { width, height } = await image.metadata()
    expect([width, height]).toEqual([600, 400])
    const { data } = await image.raw().toBuffer({ resolveWithObject: true })
    expect([...data.subarray(0, 3)]).toEqual([0xff, 0x66, 0])
  })

  test('makes a page in the theme that was asked for, and in its own size', async () => {
    const page = async (query: string) => String(await bytesOf(await render(`?format=html${query}`)))
    const [usual, dark, sized] = await Promise.all([page(''), page('&theme=dark'), page('&width=300')])
    expect(dark).toContain('<html lang="en" data-theme="dark">')
    expect(dark).toContain('"theme":"dark"')
    const image = /<img src="[^"]+"/
    expect(image.exec(dark)?.[0]).not.toBe(image.exec(usual)?.[0])
    expect(sized).toBe(usual)
  })

  const chartOf = async (body: object) => {
    const created = await fetch(`${service.baseUrl}/v1/chart`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${service.key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
    const { graph } = (await created.json()) as { graph: { image_url: string } }
    return bytesOf(await fetch(graph.image_url))
  }

  test('equals the image of a stored graph, byte for byte', async () => {
    const drawn = await bytesOf(await render('?format=png'))
    expect(drawn.equals(await chartOf(figure))).toBe(true)
  })

  test('costs no drawing where the account has stored the image, nor does a graph of that figure', async () => {
    const rendered = () => service.app.metrics.getSingleMetricAsString('plotgate_render_rendered')
    const other = { ...figure, layout: { title: 'Drawn once' } }
    const stored = await chartOf(other)
    const before = await rendered()
    expect((await chartOf(other)).equals(stored)).toBe(true)
    expect((await bytesOf(await render('?format=png', other))).equals(stored)).toBe(true)
    expect(await rendered()).toBe(before)
  })

  test('stores nothing', async () => {
    const count = async () => {
      const list = await service.app.store.graphs.list({ accountId: await ownAccount(service), limit: 100 })
      return list.length
    }
    const before = await count()
    expect((await render('?format=svg')).status).toBe(200)
    expect(await count()).toBe(before)
  })

  test('tells how many things of other machines it was drawn without', async () => {
    const images = ['a', 'b'].map(name => ({
      source: `https://other.invalid/${name}.png`,
      sizex: 1,
      sizey: 1,
    }))
    const answer = await render('', { data: [{ y: [1] }], layout: { images } })
    expect([answer.status, answer.headers.get('plotgate-omitted')]).toEqual([200, '2'])
    expect((await render('')).headers.has('plotgate-omitted')).toBe(false)
  })

  const refusals: [string, string, unknown, number, string, Record<string, string>][] = [
    ['an unknown format', '?format=gif', figure, 400, 'invalid_parameter', {}],
    ['two formats', '?format=png&format=svg', figure, 400, 'invalid_parameter', {}],
    ['a misspelt parameter', '?fromat=svg', figure, 400, 'invalid_parameter', {}],
    ['a side that is too small', '?width=1', figure, 400, 'invalid_parameter', {}],
    ['a scale beyond the bound', '?scale=15', figure, 400, 'invalid_parameter', {}],
    ['an image beyond the cap', '?width=20000&height=20000', figure, 413, 'payload_too_large', {}],
    [
      'a layout beyond the cap',
      '',
      { data: [], layout: { width: 20000, height: 20000 } },
      422,
      'invalid_figure',
      {},
    ],
    ['a body that is no JSON', '', '{', 400, 'invalid_json', {}],
    ['a figure that is none', '', { data: [{ type: 'barr' }] }, 422, 'invalid_figure', {}],
    ['another media type', '', figure, 415, 'unsupported_media_type', { 'Content-Type': 'text/plain' }],
    ['a wrong key', '', figure, 401, 'unauthenticated', { Authorization: 'Bearer wrong' }],
  ]
  test.each(refusals)('refuses %s', async (_what, query, body, status, code, headers) => {
    const answer = await render(query, body, headers)
    const { error } = (await answer.json()) as { error: { code: string } }
    expect([answer.status, error.code]).toEqual([status, code])
    expect(Object.keys(operationOf('renderFigure').responses)).toContain(String(status))
  })

  test('names all parameters that are wrong at once', async () => {
    const answer = await render('?format=gif&widht=1&height=x&scale=0')
    const { error } = (await answer.json()) as { error: { details: { path: string }[] } }
    expect(error.details.map(({ path }) => path)).toEqual(['format', 'widht', 'height', 'scale'])
  })

  test('is a POST', async () => {
    const answer = await fetch(`${service.baseUrl}/v1/render`)
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST, OPTIONS'])
  })

  test('what a figure brings along cannot act in the service’s name', async () => {
    for (const format of ['svg', 'html']) {
      expect((await render(`?format=${format}`)).headers.get('content-security-policy')).toContain('sandbox')
    }
  })
})

describe('limits', () => {
  test('a render counts as a create', async () => {
    const service = await startTestService({ RENDER_WORKERS: '1', RATE_LIMIT: '1/min' })
    try {
      const headers = { Authorization: `Bearer ${service.key}`, 'Content-Type': 'application/json' }
      const send = (path: string) =>
        fetch(service.baseUrl + path, { method: 'POST', headers, body: '{"data":[]}' })
      expect((await send('/v1/plot')).status).toBe(201)
      const answer = await send('/v1/render')
      expect([answer.status, answer.headers.has('retry-after')]).toEqual([429, true])
    } finally {
      await service.close()
    }
  })
})

async function ownAccount({ app, key }: TestService): Promise<AccountId> {
  const { createKeys } = await import('../../../src/accounts/api-keys/keys.ts')
  const keys = createKeys(app.store)
  const { accountId } = await keys.authenticate(`Bearer ${key}`)
  await keys.close()
  return accountId
}
