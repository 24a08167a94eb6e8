import { describe, expect, test } from '@jest/globals'
import type { Context } from '../../src/http/context.ts'
import { createPlacement, hostRouting } from '../../src/http/middleware/host-routing.ts'
import { contextOf, passThrough } from '../support/context.ts'

describe('where a request belongs', () => {
  const cases: Record<
    string,
    [base: string, plots: string, ...[host: string, url: string, placed: string][]]
  > = {
    'one host': [
      'http://x.org',
      'http://x.org/p',
      ['x.org', '/v1/graph?a=/p/', 'base /v1/graph?a=/p/'],
      ['x.org', '/p/abc.png?width=1', 'plots /abc.png?width=1'],
      ['anything', '/p/abc', 'plots /abc'],
      ['', '/p', 'plots /'],
      ['x.org', '/p/', 'plots /'],
      ['x.org', '/p?x', 'plots /?x'],
      ['x.org', '/pq/abc', 'base /pq/abc'],
      ['x.org', '/', 'base /'],
    ],
    'one host and a prefix': [
      'https://x.org/charts/',
      'https://x.org/charts/p',
      ['x.org', '/charts/v1/graph', 'base /v1/graph'],
      ['x.org', '/v1/graph', 'base /v1/graph'],
      ['x.org', '/charts/p/abc', 'plots /abc'],
      ['x.org', '/p/abc', 'plots /abc'],
      ['x.org', '/charts', 'base /'],
      ['x.org', '/chartsp/abc', 'base /chartsp/abc'],
      ['x.org', '/charts/p?x', 'plots /?x'],
      ['x.org', '/charts?p', 'base /?p'],
    ],
    'plots beside the prefix': [
      'https://x.org/charts',
      'https://x.org/plots',
      ['x.org', '/plots/abc', 'plots /abc'],
      ['x.org', '/charts/v1/graph', 'base /v1/graph'],
      ['x.org', '/charts/plots/abc', 'base /plots/abc'],
      ['x.org', '/abc', 'base /abc'],
    ],
    'the service under a prefix, plots at the root': [
      'https://x.org/api',
      'https://x.org',
      ['x.org', '/abc.png', 'plots /abc.png'],
      ['x.org', '/api/v1/graph', 'base /v1/graph'],
      ['x.org', '/api', 'base /'],
      ['x.org', '/apis', 'plots /apis'],
      ['x.org', '/', 'plots /'],
    ],
    'the service within the prefix of plots': [
      'https://x.org/plots/api',
      'https://x.org/plots',
      ['x.org', '/plots/abc.png', 'plots /abc.png'],
      ['x.org', '/plots/api/v1/graph', 'base /v1/graph'],
      ['x.org', '/plots/api', 'base /'],
      ['x.org', '/plots/apis', 'plots /apis'],
      ['x.org', '/abc', 'base /abc'],
    ],
    'two hosts': [
      'https://api.x.org',
      'https://plots.x.org/g',
      ['plots.x.org', '/g/abc', 'plots /abc'],
      ['PLOTS.x.org:443', '/abc', 'plots /abc'],
      ['plots.x.org', '/v1/graph', 'plots /v1/graph'],
      ['api.x.org', '/v1/graph', 'base /v1/graph'],
      ['api.x.org', '/g/abc', 'base /g/abc'],
      ['10.0.0.7:3000', '/readyz', 'base /readyz'],
      ['plots.x.org:8x', '/abc', 'base /abc'],
      ['plots.x.org:80:81', '/abc', 'base /abc'],
    ],
    'two ports': [
      'http://localhost:3000',
      'http://localhost:3001',
      ['localhost:3001', '/abc', 'plots /abc'],
      ['localhost:3000', '/abc', 'base /abc'],
      ['LOCALHOST:3001', '/abc', 'plots /abc'],
    ],
    'two hosts, the service under a prefix': [
      'https://x.org/charts//',
      'https://plots.x.org/g//',
      ['x.org', '/charts/v1/graph', 'base /v1/graph'],
      ['x.org', '/v1/graph', 'base /v1/graph'],
      ['plots.x.org', '/g/abc', 'plots /abc'],
      ['plots.x.org', '/gabc', 'plots /gabc'],
    ],
  }

  for (const [name, [base, plots, ...requests]] of Object.entries(cases)) {
    describe(name, () => {
      test.each(requests)('%s%s: %s', (host, url, placed) => {
        const { part, url: within } = createPlacement(base, plots)(host, url)
        expect(`${part} ${within}`).toBe(placed)
      })
    })
  }

  test('addresses that cannot be told apart are refused at start', () => {
    expect(() => createPlacement('http://x.org/a/', 'http://x.org/a')).toThrow('PLOT_URL must differ')
  })
})

describe('a request', () => {
  /** Where it goes, with the address and host that routes see. */
  async function placed(url: string, hosts: readonly string[] = ['x.org'], httpVersion = '1.1') {
    const seen = (part: string) => (ctx: Context) => {
      ctx.body = [part, ctx.url, ctx.originalUrl, ctx.req.headers.host, ctx.URL.href].join(' ')
    }
    const ctx = contextOf({ url })
    const rawHeaders = ['X-Host', 'Host', 'Date', '', 'Date', '', ...hosts.flatMap(host => ['hOST', host])]
    Object.assign(ctx.req, { rawHeaders, httpVersion })
    if (hosts[0] === undefined) delete ctx.req.headers.host
    else ctx.req.headers.host = hosts[0]
    const routing = hostRouting('https://x.org/charts', 'https://x.org/charts/p', async (at, next) =>
      at.url === '/missing' ? next() : seen('plots')(at as Context),
    )
    await passThrough(routing, ctx, seen('base'))
    return ctx.body
  }

  test.each([
    ['/charts/docs?x', 'base /docs?x /charts/docs?x x.org http://x.org/charts/docs?x'],
    ['/p/abc', 'plots /abc /p/abc x.org http://x.org/p/abc'],
    // In the absolute form, the Host header does not count.
    ['http://y.org:81/p/abc?x=1', 'plots /abc?x=1 /p/abc?x=1 y.org:81 http://y.org:81/p/abc?x=1'],
    ['HTTPS://y.org', 'base / / y.org http://y.org/'],
  ])('%s: %s', async (url, expected) => {
    expect(await placed(url)).toBe(expected)
  })

  test.each(['ftp://x.org/p', 'xhttp://x.org/p', 'https:', 'abc', '*', ''])('%j is not one', async url => {
    const message = 'the request target is not a path; send one such as /v1/graph'
    await expect(placed(url)).rejects.toMatchObject({ code: 'invalid_request', message })
  })

  test.each<[string, readonly string[]]>([
    ['the Host header is missing', []],
    ['the Host header is missing', ['']],
    ['there is more than one Host header', ['x.org', 'x.org']],
    ['there is more than one Host header', ['x.org', 'y.org', 'z.org']],
    ...['a b', 'x.org/p', 'x.org?', 'x.org#', 'user@x.org', 'x.org\\', 'x.org:99999', '%'].map(
      host => ['the Host header names no host', [host]] as [string, string[]],
    ),
  ])('is refused where %s: %j', async (message, hosts) => {
    await expect(placed('/p/abc', hosts)).rejects.toMatchObject({ code: 'invalid_request', message })
  })

  test('of HTTP/1.0 needs no host, and is then for ours', async () => {
    expect(await placed('/p/abc', [], '1.0')).toBe('plots /abc /p/abc x.org http://x.org/p/abc')
  })

  test('for a graph that is not there is answered there, and not by other routes', async () => {
    await expect(placed('/p/missing')).rejects.toMatchObject({
      code: 'not_found',
      message: expect.stringContaining('/p/missing'),
    })
  })
})
