import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { defaultVersionsKept as versionsKept } from '../../../src/storage/options.ts'
import { type HttpSide, startHttp } from '../../support/http.ts'

let side: HttpSide
let foreign: string
beforeAll(async () => {
  side = await startHttp()
  foreign = await side.newKey(['graphs:write'], 'other@example.org')
})
afterAll(() => side.close())

const create = async (data: string): Promise<string> => {
  const answer = await side.create('/v1/graph', `{"data":${data}}`)
  const { graph } = (await answer.json()) as { graph: { graph_id: string } }
  return graph.graph_id
}

const send = (method: string, path: string, body: string, headers: Record<string, string> = {}) =>
  side.call(method, path, {
    headers: { Authorization: `Bearer ${side.key}`, 'Content-Type': 'application/json', ...headers },
    body,
  })

const put = (id: string, body: string, headers?: Record<string, string>) =>
  send('PUT', `/v1/graph/${id}`, body, headers)
const append = (id: string, body: string, headers?: Record<string, string>) =>
  send('POST', `/v1/graph/${id}/points`, body, headers)

const versionOf = (answer: Response) => answer.headers.get('plotgate-version')
const dataOf = async (id: string, version = '') => {
  const answer = await side.call('GET', `/v1/graph/${id}${version && `?version=${version}`}`)
  return /"data":(.*),"layout":/.exec(await answer.text())?.[1]
}
const codeOf = async (answer: Response) => {
  const { error } = (await answer.json()) as { error: { code: string } }
  return [answer.status, error.code]
}

describe('PUT', () => {
  test('shows another figure under the same addresses', async () => {
    const id = await create('[{"y":[1.0]}]')
    const before = await side.call('GET', `/v1/graph/${id}`)
    const first = (await before.json()) as { graph: { permalink: string; image_url: string } }
    const answer = await put(id, '{"data":[{"y":[2.0]}],"layout":{"title":"Two"}}')
    expect(answer.status).toBe(200)
    expect(versionOf(answer)).toBe('2')
    const told = (await answer.json()) as { ok: boolean; graph: Record<string, unknown> }
    expect(Object.keys(told.graph)).toEqual(['graph_id', 'image_url', 'permalink', 'data', 'layout'])
    expect(told).toMatchObject({
      ok: true,
      graph: { graph_id: id, permalink: first.graph.permalink, image_url: first.graph.image_url },
    })
    const read = await side.call('GET', `/v1/graph/${id}`)
    expect(await read.json()).toEqual(told)
    expect(read.headers.get('etag')).toBe(answer.headers.get('etag'))
    expect(read.headers.get('etag')).not.toBe(before.headers.get('etag'))
    expect([await dataOf(id), await dataOf(id, '1'), await dataOf(id, '2')]).toEqual([
      '[{"y":[2.0]}]',
      '[{"y":[1.0]}]',
      '[{"y":[2.0]}]',
    ])
  })

  test('with an If-Match that names no tag is refused, as where a script found none to name', async () => {
    const id = await create('[]')
    for (const tag of ['', ' ', ',']) {
      expect(await codeOf(await put(id, '{"data":[{}]}', { 'If-Match': tag }))).toEqual([
        412,
        'version_conflict',
      ])
      expect((await send('DELETE', `/v1/graph/${id}`, '', { 'If-Match': tag })).status).toBe(412)
    }
    expect(await dataOf(id)).toBe('[]')
  })

  test('and all that changes a graph is refused to who wants none to be there', async () => {
    const id = await create('[]')
    const none = { 'If-None-Match': '*' }
    const answers = [
      await put(id, '{"data":[{}]}', none),
      await append(id, '{"points":[{"trace":0,"y":[1]}]}', none),
      await send('DELETE', `/v1/graph/${id}`, '', none),
    ]
    expect(await Promise.all(answers.map(codeOf))).toEqual(Array(3).fill([412, 'version_conflict']))
    expect(await dataOf(id)).toBe('[]')
  })

  test('with If-Match of two writers lets one win', async () => {
    const id = await create('[]')
    const tag = (await side.call('GET', `/v1/graph/${id}`)).headers.get('etag') ?? ''
    const answers = await Promise.all(
      [1, 2].map(y => put(id, `{"data":[{"y":[${y}]}]}`, { 'If-Match': tag })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412])
    const [lost] = answers.filter(({ status }) => status === 412)
    expect(await codeOf(lost as Response)).toEqual([412, 'version_conflict'])
    const won = answers.find(({ status }) => status === 200)?.headers.get('etag') ?? ''
    // Tags as proxies change them, of other reads, and several at once.
    expect((await put(id, '{"data":[]}', { 'If-Match': `W/${won}` })).status).toBe(200)
    const plot = (await side.call('GET', `/v1/plot/${id}`)).headers.get('etag') ?? ''
    expect((await put(id, '{"data":[]}', { 'If-Match': `"x", ${plot}` })).status).toBe(200)
    expect((await put(id, '{"data":[]}', { 'If-Match': '*' })).status).toBe(200)
    expect((await put(id, '{"data":[]}', { 'If-Match': plot })).status).toBe(412)
  })

  test('with an Idempotency-Key is done once', async () => {
    const id = await create('[]')
    const key = { 'Idempotency-Key': 'once' }
    const answers = await Promise.all([1, 2, 3].map(() => put(id, '{"data":[{"y":[1]}]}', key)))
    expect(answers.map(versionOf)).toEqual(['2', '2', '2'])
    await put(id, '{"data":[{"y":[9]}]}')
    const again = await put(id, '{"data":[{"y":[1]}]}', key)
    expect([versionOf(again), (await again.json()) as object]).toMatchObject([
      '2',
      { graph: { data: [{ y: [1] }] } },
    ])
    expect(await codeOf(await put(id, '{"data":[]}', key))).toEqual([409, 'idempotency_conflict'])
    expect(await dataOf(id)).toBe('[{"y":[9]}]')
  })

  test('that is repeated answers with the newest version, where its own is no longer kept', async () => {
    const id = await create('[]')
    const key = { 'Idempotency-Key': 'long-ago' }
    await put(id, '{"data":[{"y":[1]}]}', key)
    for (let i = 0; i <= versionsKept; i++) await put(id, `{"data":[{"y":[${i}]}]}`)
    expect((await side.call('GET', `/v1/graph/${id}?version=2`)).status).toBe(404)
    const again = await put(id, '{"data":[{"y":[1]}]}', key)
    expect([again.status, versionOf(again)]).toEqual([200, String(versionsKept + 3)])
    expect(await dataOf(id)).toBe(`[{"y":[${versionsKept}]}]`)
  })

  test('refuses in order: another account before the body, a graph that is gone before that', async () => {
    const id = await create('[]')
    const other = { Authorization: `Bearer ${foreign}`, 'Content-Type': 'text/plain' }
    expect(await codeOf(await put(id, 'x', other))).toEqual([403, 'forbidden'])
    expect(await codeOf(await put('a'.repeat(21), 'x', other))).toEqual([404, 'graph_not_found'])
    expect(await codeOf(await put(id, '{"data":5}'))).toEqual([422, 'invalid_figure'])
    expect(await dataOf(id)).toBe('[]')
  })
})

describe('points', () => {
  test('are added with the digits they were sent with', async () => {
    const id = await create('[{"name":"a","x":[1.0],"y":[2]},{"y":[0]}]')
    const answer = await append(id, '{"points":[{"trace":"a","x":[1e400],"y":[3.10]},{"trace":1,"y":[7,8]}]}')
    expect([answer.status, versionOf(answer)]).toEqual([200, '2'])
    const told = (await answer.json()) as object
    expect(told).toEqual({ ok: true, graph: { graph_id: id, permalink: `${side.url}/p/${id}` } })
    expect(await dataOf(id)).toBe('[{"name":"a","x":[1.0,1e400],"y":[2,3.10]},{"y":[0,7,8]}]')
    expect(await dataOf(id, '1')).toBe('[{"name":"a","x":[1.0],"y":[2]},{"y":[0]}]')
    await append(id, '{"points":[{"trace":1,"y":[9]}],"keep":2}')
    expect(await dataOf(id)).toBe('[{"name":"a","x":[1.0,1e400],"y":[2,3.10]},{"y":[8,9]}]')
  })

  test('that do not fit change nothing', async () => {
    const id = await create('[{"x":[1],"y":[2]}]')
    const wrong = await append(
      id,
      '{"points":[{"trace":0,"x":[1],"y":[1]},{"trace":0,"x":[1]},{"trace":4,"y":[1]}]}',
    )
    const { error } = (await wrong.json()) as { error: { details: { path: string }[] } }
    expect(wrong.status).toBe(422)
    expect(error.details.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['points[1].y', 'points[2].trace']),
    )
    expect(versionOf(await side.call('GET', `/v1/graph/${id}`))).toBe('1')
    expect(await codeOf(await append('a'.repeat(21), '{}'))).toEqual([404, 'graph_not_found'])
    expect(await codeOf(await append(id, '{}', { Authorization: `Bearer ${foreign}` }))).toEqual([
      403,
      'forbidden',
    ])
  })

  test('of many at once are all there, each once and in the order of their versions', async () => {
    const id = await create('[{"y":[]}]')
    const answers = await Promise.all(
      Array.from({ length: 300 }, (_, i) => append(id, `{"points":[{"trace":0,"y":[${i}]}]}`)),
    )
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    const [{ y }] = JSON.parse((await dataOf(id)) ?? '') as [{ y: number[] }]
    const byVersion = answers
      .map((answer, i) => [Number(versionOf(answer)), i] as const)
      .sort(([a], [b]) => a - b)
    expect(y).toEqual(byVersion.map(([, i]) => i))
    expect(byVersion.map(([version]) => version)).toEqual(Array.from({ length: 300 }, (_, i) => i + 2))
  })

  test('that are sent again under their key are added once', async () => {
    const id = await create('[{"y":[]}]')
    const one = (i: number) =>
      append(id, `{"points":[{"trace":0,"y":[${i}]}]}`, { 'Idempotency-Key': `point-${i}` })
    const twice = Array.from({ length: 40 }, (_, i) => i).flatMap(i => [i, i])
    const answers = await Promise.all(twice.map(one))
    for (let i = 0; i < twice.length; i += 2)
      expect(versionOf(answers[i] as Response)).toBe(versionOf(answers[i + 1] as Response))
    await Promise.all(twice.map(one))
    const [{ y }] = JSON.parse((await dataOf(id)) ?? '') as [{ y: number[] }]
    expect(y.sort((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, i) => i))
    const other = await append(id, '{"points":[{"trace":0,"y":[99]}]}', { 'Idempotency-Key': 'point-1' })
    expect(await codeOf(other)).toEqual([409, 'idempotency_conflict'])
  })

  test('and other changes take the tag that the one before them was answered with', async () => {
    // Compressed answers have tags of their own.
    const headers = { 'Accept-Encoding': 'identity' }
    const made = await side.create('/v1/plot', '{"data":[{"y":[]}]}', headers)
    const { graph_id: id } = ((await made.json()) as { graph: { graph_id: string } }).graph
    const read = async () => (await side.call('GET', `/v1/graph/${id}`, { headers })).headers.get('etag')
    let tag = made.headers.get('etag') ?? ''
    expect(tag).toBe(await read())
    for (const change of [append, append, put]) {
      const body = change === put ? '{"data":[]}' : '{"points":[{"trace":0,"y":[1]}]}'
      const answer = await change(id, body, { ...headers, 'If-Match': tag })
      tag = answer.headers.get('etag') ?? ''
      expect([answer.status, tag]).toEqual([200, await read()])
    }
  })

  test('with If-Match are added to that version alone, whatever is added beside them', async () => {
    const id = await create('[{"y":[]}]')
    const tag = (await side.call('GET', `/v1/plot/${id}`)).headers.get('etag') ?? ''
    const answers = await Promise.all(
      [1, 2, 3].map(y => append(id, `{"points":[{"trace":0,"y":[${y}]}]}`, { 'If-Match': tag })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412])
    const lost = answers.find(({ status }) => status === 412)
    expect(await codeOf(lost as Response)).toEqual([412, 'version_conflict'])
    expect(versionOf(await side.call('GET', `/v1/graph/${id}`))).toBe('2')
    // Nor is the graph deleted that somebody changed since.
    const stale = await send('DELETE', `/v1/graph/${id}`, '', { 'If-Match': tag })
    expect(await codeOf(stale)).toEqual([412, 'version_conflict'])
    const newest = (await side.call('GET', `/v1/graph/${id}`)).headers.get('etag') ?? ''
    expect((await append(id, '{"points":[{"trace":0,"y":[4]}]}', { 'If-Match': newest })).status).toBe(200)
    const now = (await side.call('GET', `/v1/graph/${id}`)).headers.get('etag') ?? ''
    expect((await send('DELETE', `/v1/graph/${id}`, '', { 'If-Match': now })).status).toBe(200)
  })

  test('and other figures meanwhile: each comes to what was there', async () => {
    const id = await create('[{"y":[]}]')
    const work = Array.from({ length: 60 }, (_, i) =>
      i % 10 === 9 ? put(id, '{"data":[{"y":[]}]}') : append(id, `{"points":[{"trace":0,"y":[${i}]}]}`),
    )
    const answers = await Promise.all(work)
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    const versions = answers.map(answer => Number(versionOf(answer)))
    expect([...versions].sort((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_, i) => i + 2))
    const lastPut = Math.max(...versions.filter((_, i) => i % 10 === 9))
    const [{ y }] = JSON.parse((await dataOf(id)) ?? '') as [{ y: number[] }]
    const after = versions.map((version, i) => [version, i] as const).filter(([version]) => version > lastPut)
    expect(y).toEqual(after.sort(([a], [b]) => a - b).map(([, i]) => i))
  })
})

describe('?version=', () => {
  test('reads each of the three presentations, with a tag of its own', async () => {
    const id = await create('[]')
    await put(id, '{"data":[{}]}')
    for (const kind of ['graph', 'plot', 'chart']) {
      const tags: (string | null)[] = []
      for (const version of ['1', '2']) {
        const answer = await side.call('GET', `/v1/${kind}/${id}?version=${version}`)
        expect([answer.status, versionOf(answer)]).toEqual([200, version])
        tags.push(answer.headers.get('etag'))
      }
      expect(new Set(tags).size).toBe(2)
      expect((await side.call('GET', `/v1/${kind}/${id}`)).headers.get('etag')).toBe(tags[1])
      const known = await side.call('GET', `/v1/${kind}/${id}?version=1`, {
        headers: { 'If-None-Match': tags[0] ?? '' },
      })
      expect([known.status, versionOf(known)]).toEqual([304, '1'])
      for (const absent of ['3', '2147483648', '9'.repeat(400)]) {
        expect(await codeOf(await side.call('GET', `/v1/${kind}/${id}?version=${absent}`))).toEqual([
          404,
          'version_not_found',
        ])
      }
      expect(await codeOf(await side.call('GET', `/v1/${kind}/${id}?version=x`))).toEqual([
        400,
        'invalid_parameter',
      ])
      for (const none of [`${'a'.repeat(21)}?version=1`, 'none?version=1', 'none?version=x'])
        expect(await codeOf(await side.call('GET', `/v1/${kind}/${none}`))).toEqual([404, 'graph_not_found'])
    }
  })

  test('of a graph that was deleted reads nothing', async () => {
    const id = await create('[]')
    await put(id, '{"data":[{}]}')
    await side.call('DELETE', `/v1/graph/${id}`, { headers: { Authorization: `Bearer ${side.key}` } })
    for (const version of ['1', '2'])
      expect(await codeOf(await side.call('GET', `/v1/graph/${id}?version=${version}`))).toEqual([
        404,
        'graph_not_found',
      ])
    expect(await codeOf(await put(id, '{"data":[]}'))).toEqual([404, 'graph_not_found'])
  })
})

test('a create that is repeated answers with what it made, also after a change', async () => {
  const key = { 'Idempotency-Key': 'made' }
  const first = await side.create('/v1/graph', '{"data":[{"y":[1]}]}', key)
  const made = (await first.json()) as { graph: { graph_id: string } }
  await put(made.graph.graph_id, '{"data":[]}')
  const again = await side.create('/v1/graph', '{"data":[{"y":[1]}]}', key)
  expect([again.status, await again.json()]).toEqual([201, made])
})

describe('a read', () => {
  test.each(['graph', 'plot', 'chart'])(
    'of a %s is refused where If-Match names another version',
    async kind => {
      const id = await create('[]')
      const read = (headers: Record<string, string>, version = '') =>
        side.call('GET', `/v1/${kind}/${id}${version}`, { headers })
      const first = (await read({})).headers.get('etag') ?? ''
      for (const tag of [first, '*', `"other", ${first}`]) {
        expect([tag, (await read({ 'If-Match': tag })).status]).toEqual([tag, 200])
      }
      expect((await read({ 'If-Match': first, 'If-None-Match': first })).status).toBe(304)
      await put(id, '{"data":[{}]}')
      for (const tag of [first, '"other"', '', `W/${(await read({})).headers.get('etag')}`]) {
        const answer = await read({ 'If-Match': tag, 'If-None-Match': '*' })
        expect([tag, ...(await codeOf(answer))]).toEqual([tag, 412, 'version_conflict'])
        expect([answer.headers.get('etag'), answer.headers.get('cache-control')]).toEqual([null, 'no-store'])
      }
      expect((await read({ 'If-Match': first }, '?version=1')).status).toBe(200)
    },
  )

  test('finds its version however the address is written', async () => {
    const id = await create('[]')
    await put(id, '{"data":[{}]}')
    expect(versionOf(await side.call('GET', `/v1/graph/${id}?%76ersion=1`))).toBe('1')
    expect((await side.call('GET', `/v1/graph/${id}?version`)).status).toBe(400)
  })
})
