/** Following a rendering: over server-sent events, and whoever else draws the picture. */

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createRenderingWatch } from '../../../src/api/graphql/rendering-watch.ts'
import type { GraphRecord, Rendering, RenderStatus } from '../../../src/domain/graph/graph.ts'
import { defaultLook } from '../../../src/domain/image/look.ts'
import { createQuarantine } from '../../../src/domain/image/quarantine.ts'
import { renderTimeout } from '../../../src/errors/errors.ts'
import { eventsOf } from '../../support/event-stream.ts'
import { graphIdOf } from '../../support/ids.ts'
import { graphRecord, renderingOf } from '../../support/records.ts'
import { create, type QuietService, startQuietService } from './service.ts'

let service: QuietService
beforeAll(async () => {
  service = await startQuietService()
})
afterAll(() => service.close())

const none: Pick<Rendering, 'error' | 'omitted'> = { error: null, omitted: [] }

/** The events of a subscription, as text and as they come. */
async function follow(
  graphId: string,
  onEvent: (data: Rendering) => void | Promise<void>,
  method: 'GET' | 'POST' = 'POST',
  { baseUrl } = service,
) {
  const query = `subscription { rendering(graphId: "${graphId}") { status error } }`
  const headers = { Accept: 'text/event-stream', 'Content-Type': 'application/json' }
  const response =
    method === 'GET'
      ? await fetch(`${baseUrl}/graphql?query=${encodeURIComponent(query)}`, { headers })
      : await fetch(`${baseUrl}/graphql`, { method, headers, body: JSON.stringify({ query }) })
  const events: { event: string; data: string }[] = []
  for await (const { event, data } of eventsOf(response)) {
    if (!event) continue
    events.push({ event, data })
    if (event === 'next') await onEvent(JSON.parse(data).data?.rendering)
  }
  return { type: response.headers.get('content-type'), events }
}

const statuses = (events: readonly { data: string }[]) =>
  events.flatMap(({ data }) =>
    data ? [JSON.parse(data).data?.rendering?.status ?? JSON.parse(data).errors[0].extensions.code] : [],
  )

describe('subscription rendering', () => {
  test.each(['POST', 'GET'] as const)(
    'tells pending, running and ready, then completes (%s)',
    async method => {
      const graphId = await create(service, { data: [] })
      const next: Record<string, Rendering> = {
        pending: { ...none, status: 'running' },
        running: { ...none, status: 'ready' },
      }
      const { type, events } = await follow(
        graphId,
        async ({ status }) => {
          const change = next[status]
          // As another process would: through the store alone.
          if (change) await service.store.graphs.setRendering({ graphId, version: 1 }, change)
        },
        method,
      )
      expect(type).toContain('text/event-stream')
      expect(statuses(events)).toEqual(['pending', 'running', 'ready'])
      expect(events.at(-1)?.event).toBe('complete')
    },
  )

  test('tells why it failed', async () => {
    const graphId = await create(service, { data: [] })
    await service.store.graphs.setRendering(
      { graphId, version: 1 },
      { status: 'failed', error: 'no such map', omitted: [] },
    )
    const { events } = await follow(graphId, () => {})
    expect(JSON.parse(events[0]?.data ?? '').data.rendering).toEqual({
      status: 'failed',
      error: 'no such map',
    })
    expect(events.map(({ event }) => event)).toEqual(['next', 'complete'])
  })

  test('an image that is not tried again for now has failed, as queries say', async () => {
    const graphId = await create(service, { data: [] })
    const quarantine = createQuarantine(service.store)
    await quarantine.strike(`${graphId}@1`, defaultLook, renderTimeout('it took too long'))
    const { data } = await service.ask(`{ graph(id: "${graphId}") { rendering { status error } } }`)
    const { events } = await follow(graphId, () => {})
    expect(data.graph.rendering).toEqual({ status: 'failed', error: 'it took too long' })
    expect(JSON.parse(events[0]?.data ?? '').data).toEqual({ rendering: data.graph.rendering })
    expect(events.map(({ event }) => event)).toEqual(['next', 'complete'])
  })

  test('an unknown graph is an error, and the end', async () => {
    const { events } = await follow('x'.repeat(21), () => {})
    expect(statuses(events)).toEqual(['graph_not_found'])
    expect(events.at(-1)?.event).toBe('complete')
  })

  test('a graph that is deleted meanwhile is an error, and the end', async () => {
    const graphId = await create(service, { data: [] })
    const { events } = await follow(graphId, async () => {
      await service.store.graphs.remove(graphId)
    })
    expect(statuses(events)).toEqual(['pending', 'graph_not_found'])
  })

  test('a service that leaves says so to its followers, and does not cut them off', async () => {
    const leaving = await startQuietService()
    const graphId = await create(leaving, { data: [] })
    let closed: Promise<void> | undefined
    const { events } = await follow(
      graphId,
      () => {
        closed = leaving.close(20_000)
      },
      'POST',
      leaving,
    )
    expect(statuses(events)).toEqual(['pending', 'unavailable'])
    expect(events.at(-1)?.event).toBe('complete')
    await closed
  })

  test('without server-sent events there is no subscription', async () => {
    const { status, errors } = await service.ask(
      `subscription { rendering(graphId: "${'x'.repeat(21)}") { status } }`,
      {},
      { headers: { Accept: 'application/json' } },
    )
    expect([status, errors[0]?.extensions.code]).toEqual([406, 'not_acceptable'])
  })
})

describe('the watch', () => {
  const record = (id: string, status: RenderStatus) =>
    graphRecord(graphIdOf(id), { rendering: renderingOf(status) })

  function watched(bounds: { everyMs: number; forMs: number; watchers: number }) {
    const state = new Map<string, GraphRecord>()
    const looks: (readonly string[])[] = []
    const watch = createRenderingWatch({
      graphs: {
        find: async id => state.get(id) ?? null,
        async findMany(ids) {
          looks.push([...ids])
          return new Map(ids.flatMap(id => (state.has(id) ? [[id, state.get(id)!] as const] : [])))
        },
      },
      images: { resume: () => new Promise(() => {}), renderingOf: async graph => graph.rendering },
      bounds,
    })
    return { state, looks, watch }
  }

  async function collect(following: AsyncIterable<Rendering>): Promise<string[]> {
    const seen: string[] = []
    for await (const { status } of following) seen.push(status)
    return seen
  }

  const open = () => new AbortController().signal

  test('asks the store once per tick, for all who watch', async () => {
    const { state, looks, watch } = watched({ everyMs: 20, forMs: 60_000, watchers: 10 })
    const ids = ['a', 'b', 'c']
    for (const id of ids) state.set(id, record(id, 'pending'))
    const following = [...ids, 'a'].map(id => collect(watch.follow(graphIdOf(id), open())))
    setTimeout(() => {
      for (const id of ids) state.set(id, record(id, 'ready'))
    }, 70)
    expect(await Promise.all(following)).toEqual(Array.from({ length: 4 }, () => ['pending', 'ready']))
    expect(looks.length).toBeLessThan(8)
    for (const look of looks) expect([...look].sort()).toEqual(ids)
  })

  test('ends when the watcher has gone, and forgets it', async () => {
    const { state, looks, watch } = watched({ everyMs: 10, forMs: 60_000, watchers: 10 })
    state.set('a', record('a', 'pending'))
    const leaving = new AbortController()
    setTimeout(() => leaving.abort(), 30)
    expect(await collect(watch.follow(graphIdOf('a'), leaving.signal))).toEqual(['pending'])
    const before = looks.length
    await new Promise(resolve => setTimeout(resolve, 50))
    expect(looks.length).toBe(before)
  })

  test('gives up in time', async () => {
    const { state, watch } = watched({ everyMs: 10, forMs: 40, watchers: 10 })
    state.set('a', record('a', 'pending'))
    await expect(collect(watch.follow(graphIdOf('a'), open()))).rejects.toMatchObject({
      code: 'render_timeout',
    })
  })

  test('has so many places and no more', async () => {
    const { state, watch } = watched({ everyMs: 10, forMs: 60_000, watchers: 1 })
    for (const id of ['a', 'b']) state.set(id, record(id, 'pending'))
    const first = collect(watch.follow(graphIdOf('a'), open()))
    await new Promise(resolve => setTimeout(resolve, 5))
    await expect(collect(watch.follow(graphIdOf('b'), open()))).rejects.toMatchObject({ code: 'overloaded' })
    state.set('a', record('a', 'ready'))
    expect(await first).toEqual(['pending', 'ready'])
    state.set('b', record('b', 'ready'))
    expect(await collect(watch.follow(graphIdOf('b'), open()))).toEqual(['ready'])
  })
})
