/** Addresses, headers and methods of every shape, and many requests in one packet. */

import type { Graphs } from './graphs.ts'
import type { RequestKind } from './measure.ts'
import { crlf, kind } from './request.ts'

export function heads({ small, large }: Graphs): readonly RequestKind[] {
  const many = (name: string, count: number, head: string): RequestKind => {
    const one = `${head} HTTP/1.1${crlf}Host: costs${crlf}`
    return {
      name: `${count} in one packet: ${name}`,
      bytes: Buffer.from(`${`${one}${crlf}`.repeat(count - 1)}${one}Connection: close${crlf}${crlf}`),
      requests: count,
    }
  }
  return [
    many('healthz', 500, 'GET /healthz'),
    many('small graph', 200, `GET /v1/graph/${small}`),
    many('large graph', 10, `GET /v1/graph/${large.numbers}`),
    many('pages', 100, `GET /p/${small}`),
    many('not found', 200, 'GET /nothing'),
    kind('a long path', `GET /${'a'.repeat(15_000)}`),
    kind('a long path of slashes', `GET ${'/'.repeat(15_000)}`),
    kind('a long path of dots', `GET /p/${'.'.repeat(15_000)}`),
    kind('a long path of escapes', `GET /p/${'%41'.repeat(5_000)}`),
    kind('a long query', `GET /v1/graph/${small}?${'a=1&'.repeat(3_800)}`),
    kind('a long query of pictures', `GET /p/${small}.png?${'width=1&'.repeat(1_900)}`),
    kind('versions', `GET /v1/graph/${small}?version=${'9'.repeat(15_000)}`),
    kind('cookies', 'GET /account', '', { Cookie: 'a=b; '.repeat(3_000) }),
    kind('a session that is none', 'GET /account', '', { Cookie: `session=${'x'.repeat(43)}` }),
    kind('entity tags', `GET /v1/graph/${small}`, '', { 'If-None-Match': '"x",'.repeat(3_900) }),
    kind('encodings', `GET /p/${small}`, '', { 'Accept-Encoding': 'gzip;q=0.1,'.repeat(1_400) }),
    kind('accepted types', '/graphql'.replace(/^/, 'GET '), '', { Accept: 'text/html;q=0.1,'.repeat(1_000) }),
    kind('languages', 'GET /', '', { 'Accept-Language': 'de;q=0.1,'.repeat(1_700) }),
    kind('forwarded', 'GET /healthz', '', { 'X-Forwarded-For': '1.2.3.4,'.repeat(1_900) }),
    kind('authorization', 'POST /v1/graph', '{}', { Authorization: `Bearer ${'x'.repeat(15_000)}` }),
    kind('a key that looks right', 'POST /v1/graph', '{}', { Authorization: `Bearer pg_${'a'.repeat(49)}` }),
    kind(
      'many headers',
      'GET /healthz',
      '',
      Object.fromEntries(Array.from({ length: 1_500 }, (_, at) => [`X${at}`, '1'])),
    ),
    kind('a socket', 'GET /graphql', '', {
      Connection: 'Upgrade',
      Upgrade: 'websocket',
      'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
      'Sec-WebSocket-Version': '13',
    }),
    kind('a tunnel', 'CONNECT example.com:443'),
    kind('TRACE', 'TRACE /'),
    kind('continue', 'POST /v1/graph', '', {
      Expect: '100-continue',
      'Content-Length': '9000000',
      'Content-Type': 'application/json',
    }),
    kind('no HTTP', 'x'.repeat(15_000)),
    ...[
      '/',
      '/docs',
      '/v1/openapi.json',
      '/account',
      '/account/signup',
      '/metrics',
      '/readyz',
      '/new?origin=http://x',
      '/robots.txt',
      '/favicon.ico',
      '/gallery',
    ].map(path => kind(`page ${path}`, `GET ${path}`, '', { 'Accept-Encoding': 'gzip, br' })),
  ]
}
