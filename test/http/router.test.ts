import { describe, expect, test } from '@jest/globals'
import type { Context } from '../../src/http/context.ts'
import { allowAllOrigins } from '../../src/http/cors.ts'
import { redirectWithoutSlash } from '../../src/http/redirect.ts'
import { createRouter } from '../../src/http/routing/router.ts'
import { type AskedFor, contextOf, headersOf, passThrough } from '../support/context.ts'

const says =
  (text: string) =>
  (ctx: Context, id = '') => {
    ctx.body = text + id
  }
const router = createRouter([
  { method: 'GET', path: '/v1/graph/:graph_id', handle: says('read ') },
  { method: 'DELETE', path: '/v1/graph/:graph_id', handle: says('removed ') },
  { method: 'POST', path: '/v1/graph', handle: says('made') },
])
const asked = (method: string, url: string) =>
  passThrough(router, contextOf({ method, url }), says('passed on'))

describe('a route', () => {
  test.each([
    ['GET', '/v1/graph/abc', 'read abc', '/v1/graph/:graph_id'],
    ['HEAD', '/v1/graph/abc?width=1', 'read abc', '/v1/graph/:graph_id'],
    ['GET', '/v1/graph/a%20b', 'read a b', '/v1/graph/:graph_id'],
    ['DELETE', '/v1/graph/abc', 'removed abc', '/v1/graph/:graph_id'],
    ['POST', '/v1/graph', 'made', '/v1/graph'],
  ])('%s %s: %s', async (method, url, body, route) => {
    const ctx = await asked(method, url)
    expect([ctx.body, ctx.state.route]).toEqual([body, route])
  })

  test.each([
    ['GET', '/v1/graph/abc/'],
    ['GET', '/V1/graph/abc'],
    ['POST', '/v1/graph/'],
    ['GET', '/'],
  ])('is not at %s %s', async (method, url) => {
    const ctx = await asked(method, url)
    expect([ctx.body, ctx.state.route]).toEqual(['passed on', undefined])
  })

  test.each([
    ['/v1/graph/abc/', true],
    ['/v1/graph/abc/?x', true],
    ['/v1/graph/', true],
    ['/v1/graph/abcd', undefined],
    ['/v2/graph/', undefined],
    ['/', undefined],
  ])('that is meant by %s without the slash at its end: %s', async (url, exists) => {
    const { state } = await asked('PATCH', url).catch(() => contextOf({ url }))
    expect(state.existsWithoutSlash).toBe(exists)
  })

  test.each([
    ['POST', '/v1/graph/abc', 'GET, HEAD, DELETE, OPTIONS'],
    ['PATCH', '/v1/graph/abc', 'GET, HEAD, DELETE, OPTIONS'],
    ['GET', '/v1/graph', 'POST, OPTIONS'],
    ['HEAD', '/v1/graph', 'POST, OPTIONS'],
  ])('tells what else is possible: %s %s', async (method, url, Allow) => {
    const ctx = contextOf({ method, url })
    await expect(passThrough(router, ctx)).rejects.toMatchObject({
      code: 'method_not_allowed',
      headers: { Allow },
    })
    expect(ctx.state.route).toMatch('/v1/graph')
  })

  test.each([
    ['GET', '/v1/graph', /listed at \/account\/graphs, and by GraphQL/],
    ['PATCH', '/v1/graph/abc', /PUT replaces the figure, and POST/],
    ['POST', '/v1/graph/abc', /PUT replaces the figure, and POST/],
    ['DELETE', '/v1/plot/abc', /use \/v1\/graph\/:graph_id/],
    ['PUT', '/v1/chart/abc', /use \/v1\/graph\/:graph_id/],
    ['GET', '/v1/render', /send the figure as the body/],
    ['PATCH', '/v1/graph', /OPTIONS$/],
  ])('says where that is possible: %s %s', async (method, url, message) => {
    const handle = says('')
    const all = createRouter([
      { method: 'POST', path: '/v1/graph', handle },
      { method: 'GET', path: '/v1/graph/:graph_id', handle },
      { method: 'GET', path: '/v1/plot/:graph_id', handle },
      { method: 'GET', path: '/v1/chart/:graph_id', handle },
      { method: 'POST', path: '/v1/render', handle },
    ])
    await expect(passThrough(all, contextOf({ method, url }))).rejects.toMatchObject({
      message: expect.stringMatching(message),
    })
  })

  test('answers OPTIONS', async () => {
    const ctx = await asked('OPTIONS', '/v1/graph')
    expect([ctx.status, ctx.state.route, headersOf(ctx)]).toEqual([
      204,
      '/v1/graph',
      { allow: 'POST, OPTIONS' },
    ])
  })
})

describe('an answer for pages of other origins', () => {
  const preflight = { 'access-control-request-method': 'POST' }
  const opened = (url: string, method = 'GET', headers = {}) =>
    passThrough(allowAllOrigins, contextOf({ url, method, headers }), ctx => passThrough(router, ctx))

  test.each(['/v1/graph/abc?x', '/graphql', '/graphql?query=x', '/v1/'])('is open at %s', async url => {
    expect(headersOf(await opened(url))).toMatchObject({
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    })
  })

  test.each(['/', '/docs', '/v1', '/account/v1/', '/graphqlx'])('is not open at %s', async url => {
    expect(headersOf(await opened(url))).toEqual({})
  })

  test('tells a preflight what may be sent, for a day', async () => {
    expect(headersOf(await opened('/v1/graph', 'OPTIONS', preflight))).toMatchObject({
      'access-control-allow-methods': 'POST, OPTIONS',
      'access-control-allow-headers': expect.stringContaining('Idempotency-Key'),
      'access-control-max-age': '86400',
    })
  })

  test('tells nothing of this to OPTIONS that are no preflight', async () => {
    const names = Object.keys(headersOf(await opened('/v1/graph', 'OPTIONS')))
    expect(names.filter(name => /allow-methods|max-age/.test(name))).toEqual([])
  })
})

describe('an address with a slash at its end', () => {
  const redirected = (asked: AskedFor) => {
    const ctx = contextOf(asked)
    return redirectWithoutSlash(ctx) ? [ctx.status, headersOf(ctx).location] : null
  }

  test.each([
    ['/docs/', '../docs'],
    ['/p/abc/?embed&theme=dark', '../abc?embed&theme=dark'],
  ])('%s is at %s', (url, location) => {
    expect(redirected({ url })).toEqual([308, location])
    expect(redirected({ url, method: 'HEAD' })).toEqual([308, location])
  })

  test.each<AskedFor>([
    { url: '/' },
    { url: '/docs' },
    { url: '/docs//' },
    { url: '//' },
    { url: '/docs/', method: 'POST' },
  ])('%j is not one', asked => {
    expect(redirected(asked)).toBeNull()
  })
})
