/** Bodies of every shape and coding. */

import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from 'node:zlib'
import type { RequestKind } from './measure.ts'
import { kind } from './request.ts'

const mega = 1_000_000
const spaces = (count: number) => ' '.repeat(count)

/** Bodies without a key go to GraphQL alone; what forms take is smaller. */
export function bodies(): readonly RequestKind[] {
  const anonymous = 250_000
  const nested = (count: number) => '['.repeat(count) + ']'.repeat(count)
  const post = (name: string, body: string | Buffer, headers: Readonly<Record<string, string>> = {}) =>
    kind(`body of ${name}`, 'POST /graphql', body, headers)
  const zeros = Buffer.alloc(10 * mega, ' ')
  return [
    post('spaces', spaces(anonymous)),
    post('brackets', nested(anonymous / 2)),
    post('objects', '{"a":'.repeat(40_000)),
    post(
      'keys',
      JSON.stringify(Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`k${at}`, 1]))),
    ),
    post('escapes', JSON.stringify({ query: '\u0001'.repeat(40_000) })),
    post('backslashes', `{"query": "${'\\\\'.repeat(100_000)}"}`),
    post('quotes', '"'.repeat(anonymous)),
    post('digits', `{"query": ${'1'.repeat(anonymous)}}`),
    post('exponents', `[${'1e999,'.repeat(35_000)}1]`),
    post('no text', Buffer.alloc(anonymous, 0xff)),
    post('variables of arrays', `{"query":"{__typename}","variables":{"v":${nested(60)}}}`),
    post(
      'variables of many arrays',
      `{"query":"{__typename}","variables":{"v":[${'[],'.repeat(80_000)}[]]}}`,
    ),
    post('a gzip bomb', gzipSync(zeros), { 'Content-Encoding': 'gzip' }),
    post('a brotli bomb', brotliCompressSync(zeros, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }), {
      'Content-Encoding': 'br',
    }),
    post('a zstd bomb', zstdCompressSync(zeros), { 'Content-Encoding': 'zstd' }),
    // One byte, in a frame that announces a window of 128 MiB.
    post('a zstd window', Buffer.from('28b52ffd00880900007b', 'hex'), { 'Content-Encoding': 'zstd' }),
    post('chunks of one byte', `${'1\r\n \r\n'.repeat(40_000)}0\r\n\r\n`, {
      'Transfer-Encoding': 'chunked',
      'Content-Type': 'application/json',
    }),
    post('chunk extensions', `1;${'x'.repeat(15_000)}\r\n \r\n0\r\n\r\n`, {
      'Transfer-Encoding': 'chunked',
      'Content-Type': 'application/json',
    }),
    post('a form', 'query=x', { 'Content-Type': 'application/x-www-form-urlencoded' }),
    post(
      'parts of a form',
      `--b\r\n${'Content-Disposition: form-data; name="x"\r\n\r\nx\r\n--b\r\n'.repeat(4_000)}`,
      { 'Content-Type': 'multipart/form-data; boundary=b' },
    ),
    ...[
      '/v1/graph',
      '/v1/plot',
      '/v1/render?format=png',
      '/account/signup',
      '/account/signin',
      '/nothing',
      '/p/x.png',
    ].flatMap(path => [
      kind(`body without a key ${path}`, `POST ${path}`, spaces(anonymous)),
      kind(`form ${path}`, `POST ${path}`, `email=${'a'.repeat(100_000)}&password=${'%41'.repeat(30_000)}`, {
        'Content-Type': 'application/x-www-form-urlencoded',
        Origin: 'http://costs',
      }),
    ]),
  ]
}
