import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { errorAnswer } from '../../src/api/rest/shapes.ts'
import { requireGraphId } from '../../src/domain/ids.ts'
import type { Images } from '../../src/domain/image/images.ts'
import { defaultLook, variantOf } from '../../src/domain/image/look.ts'
import { quotaExceeded, renderFailed, renderTimeout, unavailable } from '../../src/errors/errors.ts'
import { sampleArtifact } from '../storage/samples.ts'
import { type HttpSide, startHttp } from '../support/http.ts'

interface Documented {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly responses: Readonly<Record<string, { readonly $ref?: string; readonly headers?: object }>>
}
const { paths, components } = JSON.parse(
  readFileSync(new URL('../../schema/openapi.json', import.meta.url), 'utf8'),
) as {
  paths: Record<string, Record<string, Documented>>
  components: { responses: Record<string, { readonly headers: object }> }
}
const operations = Object.entries(paths).flatMap(([path, { get }]) =>
  get && (get.tags.includes('Files') || get.operationId === 'openapi') ? [{ path, ...get }] : [],
)

/** An answer whose body is not read, because it may be a stream without end. */
type Seen = Pick<Response, 'status' | 'headers'>

async function look(side: HttpSide, path: string, headers: Record<string, string> = {}): Promise<Seen> {
  const answer = await side.call('GET', path, { headers })
  if (answer.status >= 400) errorAnswer.parse(await answer.json())
  else await answer.body?.cancel()
  return answer
}

const failing = (error: Error) =>
  startHttp({
    deps: { images: { get: () => Promise.reject(error), peek: async () => null } as unknown as Images },
  })

const reject = (error: () => Error) => ({ graphStore: { find: () => Promise.reject(error()) } })

describe('every file is answered as its operation documents', () => {
  let sides: Record<'healthy' | 'strict' | 'broken' | 'away' | 'refusing' | 'late' | 'spent', HttpSide>
  beforeAll(async () => {
    const [healthy, strict, broken, away, refusing, late, spent] = await Promise.all([
      startHttp(),
      startHttp({ config: { rateLimit: { points: 1, seconds: 3600 } } }),
      startHttp(reject(() => new Error('out of order'))),
      startHttp(reject(() => unavailable('the store does not answer'))),
      failing(renderFailed('the library refuses it')),
      failing(renderTimeout('it takes too long')),
      failing(quotaExceeded('QUOTA_RENDER_SECONDS', 'used up')),
    ])
    sides = { healthy, strict, broken, away, refusing, late, spent }
  })
  afterAll(() => Promise.all(Object.values(sides).map(side => side.close())))

  const nobody = 'aaaaaaaaaaaaaaaaaaaaa'
  const at = (side: HttpSide, path: string, graphId: string) => {
    const url = path.replace('{graph_id}', graphId).replace('{format}', 'png')
    return path.endsWith('/oembed') ? `${url}?url=${encodeURIComponent(`${side.url}/p/${graphId}`)}` : url
  }
  /** A graph whose images are stored already, because nothing is drawn here. */
  async function newGraph(side: HttpSide): Promise<string> {
    const answer = await side.create('/v1/plot', { data: [{ y: [1] }] })
    const { graph_id } = ((await answer.json()) as { graph: { graph_id: string } }).graph
    const ref = { graphId: requireGraphId(graph_id), version: 1 }
    for (const format of ['png', 'svg'] as const)
      await side.store.artifacts.put(ref, variantOf({ ...defaultLook, format }), sampleArtifact())
    return graph_id
  }

  type Ask = (path: string) => Promise<Seen>
  const here =
    (headers: Record<string, string> = {}, query = ''): Ask =>
    async path => {
      const url = at(sides.healthy, path, await newGraph(sides.healthy))
      return look(
        sides.healthy,
        query && url.includes('?') ? `${url}&${query}` : url + (query && `?${query}`),
        headers,
      )
    }
  const nowhere =
    (side: () => HttpSide): Ask =>
    path =>
      look(side(), at(side(), path, nobody))
  const everyFile: Record<string, Ask> = {
    200: here(),
    206: here({ Range: 'bytes=0-1' }),
    304: here({ 'If-None-Match': '*' }),
    404: nowhere(() => sides.healthy),
    412: here({ 'If-Match': '"another"' }),
    416: here({ Range: 'bytes=999999999-' }),
    429: async path => {
      for (let i = 0; i < 10; i++) await nowhere(() => sides.strict)(path)
      return nowhere(() => sides.strict)(path)
    },
    500: nowhere(() => sides.broken),
    503: nowhere(() => sides.away),
  }
  const { 200: found, 404: missing, 429: often, 500: broken, 503: away } = everyFile as Record<number, Ask>
  const themed = { ...everyFile, 400: here({}, 'theme=blue') }
  const versioned = { ...everyFile, 400: here({}, 'version=x') }
  const asks: Record<string, Record<string, Ask | undefined>> = {
    openPlot: themed,
    downloadPlot: themed,
    drawChart: {
      ...themed,
      403: nowhere(() => sides.spent),
      413: here({}, 'width=20000&height=20000'),
      422: nowhere(() => sides.refusing),
      504: nowhere(() => sides.late),
    },
    showQrCode: versioned,
    followGraph: {
      200: found,
      // Without a wait: it is the answer of a poll that ends without a change.
      204: undefined,
      400: here({}, 'after=x'),
      404: missing,
      429: often,
      500: broken,
      503: away,
    },
    downloadFigure: versioned,
    downloadTable: versioned,
    oembed: { ...everyFile, 400: here({}, 'maxwidth=x'), 501: here({}, 'format=xml') },
    openapi: { 200: found, 304: here({ 'If-None-Match': '*' }), 412: here({ 'If-Match': '"another"' }) },
  }

  test('and none is left out', () => {
    expect(operations.map(({ operationId }) => operationId).sort()).toEqual(Object.keys(asks).sort())
  })

  test.each(operations.map(operation => [operation.operationId, operation] as const))(
    '%s',
    async (operationId, { path, responses }) => {
      const ways = asks[operationId] ?? {}
      expect(Object.keys(responses).sort()).toEqual(Object.keys(ways).sort())
      for (const [status, ask] of Object.entries(ways)) {
        if (!ask) continue
        const seen = await ask(path)
        expect([status, seen.status]).toEqual([status, Number(status)])
        const described = responses[status] ?? {}
        const name = described.$ref?.split('/').at(-1)
        const headers = Object.keys((name ? components.responses[name] : described)?.headers ?? {})
        const absent = headers.filter(header => !seen.headers.has(header) && !occasional(header, status))
        expect([status, absent]).toEqual([status, []])
      }
    },
  )

  /** Limits are off on most of these services; graphs expire, and images tell who drew them, only sometimes. */
  const occasional = (header: string, status: string) =>
    (header.startsWith('RateLimit') && status !== '429') || ['Sunset', 'Plotgate-Drawn-By'].includes(header)

  /** What callers send beside what an operation documents. */
  const probes: readonly (readonly [headers: Record<string, string>, query: string])[] = [
    [{ Range: 'bytes=0-1,3-4' }, ''],
    [{ Range: 'bytes=-0' }, ''],
    [{ 'If-None-Match': '*', Range: 'bytes=0-0' }, ''],
    [{ 'If-Modified-Since': new Date().toUTCString() }, ''],
    [{ 'If-Unmodified-Since': 'Sun, 06 Nov 1994 08:49:37 GMT' }, ''],
    [{ 'Content-Type': 'text/plain', 'Idempotency-Key': 'a b', 'Plotgate-Expires': 'x' }, ''],
    [{ Authorization: 'Bearer wrong', Prefer: 'handling=strict', Accept: 'image/gif' }, ''],
    [{}, 'version=0&locale=xx-yy-zz&scale=99&background=x&after=-1&maxheight=0&stale&download'],
  ]
  test.each(operations.map(operation => [operation.operationId, operation] as const))(
    '%s, whatever else is sent',
    async (_operationId, { path, responses }) => {
      const statuses = []
      for (const probe of probes) statuses.push((await here(...probe)(path)).status)
      expect(statuses.filter(status => !(String(status) in responses))).toEqual([])
    },
  )
})
