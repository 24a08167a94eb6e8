/** Requests that anybody may send: each operation of the OpenAPI document, and shapes that were thought of to be dear. */

import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from 'node:zlib'
import { openApiDocument } from '../../src/api/openapi/openapi.ts'
import { addressKinds } from './addresses.ts'
import type { Graphs } from './graphs.ts'
import { type RequestKind, unseenMark } from './measure.ts'

const mega = 1_000_000
const crlf = '\r\n'

function kind(
  name: string,
  head: string,
  body: string | Buffer = '',
  headers: Readonly<Record<string, string>> = {},
): RequestKind {
  const all: Record<string, string> = { Host: 'costs', Connection: 'close', ...headers }
  if (body.length > 0 && !('Transfer-Encoding' in all)) {
    all['Content-Length'] ??= String(Buffer.byteLength(body))
    all['Content-Type'] ??= 'application/json'
  }
  const lines = Object.entries(all).map(([key, value]) => `${key}: ${value}${crlf}`)
  return {
    name,
    bytes: Buffer.concat([Buffer.from(`${head} HTTP/1.1${crlf}${lines.join('')}${crlf}`), Buffer.from(body)]),
    requests: 1,
  }
}

export const requestKinds = (graphs: Graphs): readonly RequestKind[] =>
  [
    ...operations(graphs),
    ...files(graphs),
    ...queries(graphs),
    ...bodies(),
    ...shapes(graphs),
    ...addressKinds(kind, graphs),
  ].map(each => ({
    ...each,
    endless: /events|of objects|continue|bracket|socket/.test(each.name),
  }))

/** As the document describes them, without what it says is needed. */
function operations({ small }: Graphs): readonly RequestKind[] {
  return Object.entries(openApiDocument().paths ?? {}).flatMap(([path, item]) => {
    const address = path.replace(/\{[^}]+\}/g, small)
    const under = item && 'servers' in item ? '/p' : ''
    return ['get', 'head', 'put', 'post', 'delete', 'options', 'patch'].map(method =>
      kind(`${method.toUpperCase()} ${path}`, `${method.toUpperCase()} ${under}${address}`),
    )
  })
}

function files({ small, large }: Graphs): readonly RequestKind[] {
  const endings = ['', '?embed', '?theme=dark', '.html', '.json', '.csv', '.svg', '@1', '/events']
  const codings = ['identity', 'gzip', 'br', 'zstd', 'gzip, deflate, br, zstd']
  return Object.entries({ small, ...large }).flatMap(([name, id]) => [
    ...endings.flatMap(ending =>
      codings
        .slice(0, 2)
        .map(coding =>
          kind(`file ${name}${ending} ${coding}`, `GET /p/${id}${ending}`, '', { 'Accept-Encoding': coding }),
        ),
    ),
    ...codings.map(coding =>
      kind(`whole ${name} ${coding}`, `GET /v1/graph/${id}`, '', { 'Accept-Encoding': coding }),
    ),
    kind(`whole ${name} known`, `GET /v1/graph/${id}`, '', { 'If-None-Match': '*' }),
    kind(`range of ${name}`, `GET /p/${id}.json`, '', { Range: 'bytes=5000000-5000001' }),
    kind(`range of spaces of ${name}`, `GET /p/${id}.json`, '', { Range: `bytes=${' '.repeat(15_000)}x` }),
    kind(`many ranges of ${name}`, `GET /p/${id}.json`, '', {
      Range: `bytes=${Array.from({ length: 1500 }, (_, at) => `${at}-`).join()}`,
    }),
    ...[
      '?locale=de&theme=dark',
      '?embed&locale=ar&live=off',
      '.png?width=6000&height=6000&scale=1',
      '.svg?stale&theme=dark&locale=de',
      '.pdf?background=transparent',
      '.csv?download&version=1',
      '.json?version=2',
    ].map(query => kind(`file ${name}${query}`, `GET /p/${id}${query}`)),
    ...['', '.html', '.csv', '.json'].flatMap(ending => [
      kind(`head of ${name}${ending}`, `HEAD /p/${id}${ending}`),
      kind(`known tags of ${name}${ending}`, `GET /p/${id}${ending}`, '', {
        'If-None-Match': Array.from({ length: 700 }, (_, at) => `"${at}"`).join(),
      }),
    ]),
    kind(`oembed ${name}`, `GET /p/oembed?url=${encodeURIComponent(`http://x/p/${id}`)}`),
  ])
}

function queries({ small, large }: Graphs): readonly RequestKind[] {
  /** A query that was met before costs less: anybody can send one that was not. */
  const unseen = (query: string) => `${unseenMark}\n${query}`
  const ask = (name: string, query: string, variables?: unknown) =>
    kind(`query ${name}`, 'POST /graphql', JSON.stringify({ query: unseen(query), variables }))
  const aliases = (id: string, fields: string, count = 30) =>
    `{${Array.from({ length: count }, (_, at) => `a${at}: graph(id: "${id}") { ${fields} }`).join(' ')}}`
  const deep = (count: number, open: string, close: string) => open.repeat(count) + close.repeat(count)
  return [
    ...Object.entries({ small, ...large }).flatMap(([name, id]) =>
      [
        'data',
        'dataText',
        'layout',
        'warnings { path message } versions(first: 20) { edges { node { version } } }',
        'traces { name type }',
        `traces { ${Array.from({ length: 20 }, (_, at) => `a${at}: index`).join(' ')} }`,
        'traces { data }',
        'traces(index: 0) { points(first: 4000) { edges { node { values } } } }',
      ].flatMap(fields => [
        ask(`${fields} of ${name}`, aliases(id, fields, 1)),
        ask(`30 × ${fields} of ${name}`, aliases(id, fields, fields.includes(' index') ? 10 : 30)),
      ]),
    ),
    ask(
      'introspection',
      '{ __schema { types { name fields { name args { name } type { name ofType { name ofType { name } } } } } } }',
    ),
    ask(
      'introspection, deep',
      `{ __schema { types { fields { type { ${'ofType { '.repeat(6)} name ${'} '.repeat(6)} } } } } }`,
    ),
    ask(
      '30 × introspection',
      `{ ${Array.from({ length: 30 }, (_, at) => `a${at}: __schema { types { name fields { name description type { name } } } }`).join(' ')} }`,
    ),
    ask('unknown fields', `{ ${Array.from({ length: 900 }, (_, at) => `nothing${at}`).join(' ')} }`),
    ask('near misses', `{ ${Array.from({ length: 900 }, (_, at) => `grap${at % 10}h${at}`).join(' ')} }`),
    ask(
      'unknown parts of an input',
      `{ checkFigure(input: { data: [], ${Array.from({ length: 700 }, (_, at) => `part${at}: 1`).join(' ')} }) { errors { path } } }`,
    ),
    ask(
      'unused variables',
      `query (${Array.from({ length: 700 }, (_, at) => `$a${at}: ID`).join(' ')}) { viewer { scopes } }`,
    ),
    ask(
      'unknown arguments',
      `{ ${Array.from({ length: 29 }, (_, at) => `a${at}: graph(${Array.from({ length: 80 }, (_, n) => `idd${n}: 1`).join(' ')}) { title }`).join(' ')} }`,
    ),
    ask(
      'conflicting fields',
      `{ graph(id: "x") { ${Array.from({ length: 900 }, () => 'title').join(' ')} } }`,
    ),
    ask(
      'conflicts of aliases',
      `{ ${Array.from({ length: 900 }, (_, at) => `graph(id: "${at}") { title }`).join(' ')} }`,
    ),
    ask('brackets', deep(5_000, '{a', '}')),
    ask('a list of numbers', `{ graph(id: [${'1 '.repeat(9_000)}]) { title } }`),
    ask('lists', `{ graph(id: ${deep(5_000, '[', ']')}) { title } }`),
    ask(
      'fragments in fragments',
      `{ ...f0 } ${Array.from({ length: 500 }, (_, at) => `fragment f${at} on Query { ...f${at + 1} ...f${at + 1} }`).join(' ')} fragment f500 on Query { __typename }`,
    ),
    ask('a circle of fragments', '{ ...a } fragment a on Query { ...b } fragment b on Query { ...a }'),
    ask(
      'unused fragments',
      `{ __typename } ${Array.from({ length: 900 }, (_, at) => `fragment f${at} on Query { __typename }`).join(' ')}`,
    ),
    ask('operations', Array.from({ length: 900 }, (_, at) => `query q${at} { __typename }`).join(' ')),
    ask(
      'variables',
      `query(${Array.from({ length: 900 }, (_, at) => `$v${at}: ID`).join(' ')}) { __typename }`,
    ),
    ask('directives', `{ __typename ${'@include(if: true) '.repeat(49)} }`),
    ask('directives, too many', `{ __typename ${'@x '.repeat(9_000)} }`),
    ask('a long comment', `#${'x'.repeat(250_000)}\n{ __typename }`),
    ask('a long string', `{ graph(id: "${'x'.repeat(200_000)}") { title } }`),
    ask('a block string', `{ graph(id: """${'\\n  x'.repeat(50_000)}""") { title } }`),
    ask('a long name', `{ ${'a'.repeat(200_000)} }`),
    ask('numbers', `{ graph(id: ${'9'.repeat(200_000)}) { title } }`),
    ask('tokens', '!'.repeat(250_000)),
    ask('checkFigure', 'mutation($i: CheckFigureInput!) { __typename }', {
      i: { data: Array.from({ length: 2_000 }, () => ({ type: 'nothing' })) },
    }),
    ask(
      'variables of objects',
      'query($id: ID!) { graph(id: $id) { title } }',
      Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`v${at}`, at])),
    ),
    kind(
      'batch of ten',
      'POST /graphql',
      JSON.stringify(
        Array.from({ length: 10 }, () => ({ query: unseen(aliases(large.numbers ?? '', 'dataText', 26)) })),
      ),
    ),
    kind(
      'batch of unknown fields',
      'POST /graphql',
      JSON.stringify(
        Array.from({ length: 10 }, (_, at) => ({
          query: unseen(`{ ${Array.from({ length: 900 }, (_, n) => `nothing${at}of${n}`).join(' ')} }`),
        })),
      ),
    ),
    kind('batch of thousands', 'POST /graphql', JSON.stringify(Array.from({ length: 20_000 }, () => ({})))),
    kind(
      'batch of introspections',
      'POST /graphql',
      JSON.stringify(
        Array.from({ length: 10 }, (_, at) => ({
          query: unseen(`{ __schema { types { name fields { name a${at}: description } } } }`),
        })),
      ),
    ),
    kind(
      'persisted query',
      'POST /graphql',
      JSON.stringify({ extensions: { persistedQuery: { version: 1, sha256Hash: 'x' } } }),
    ),
    kind(
      'query in the address',
      `GET /graphql?query=${encodeURIComponent(aliases(large['<'] ?? '', 'dataText', 20))}`,
    ),
    kind(
      'events of nothing',
      'GET /graphql?query=subscription%7Bgraph(graphId:%22x%22)%7Bversion%7D%7D',
      '',
      { Accept: 'text/event-stream' },
    ),
    kind('GraphiQL', 'GET /graphql', '', { Accept: 'text/html' }),
  ]
}

const spaces = (count: number) => ' '.repeat(count)

/** Bodies without a key go to GraphQL alone; what forms take is smaller. */
function bodies(): readonly RequestKind[] {
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

function shapes({ small, large }: Graphs): readonly RequestKind[] {
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
