/** Requests whose cost lies in their address, their headers or the form of their body, not in what they ask for. */

import { gzipSync } from 'node:zlib'
import type { Graphs } from './graphs.ts'
import type { RequestKind } from './measure.ts'

type Headers = Readonly<Record<string, string>>
type Kind = (name: string, head: string, body?: string | Buffer, headers?: Headers) => RequestKind

const much = 15_000

/** As often as it fits into the headers that are taken. */
const many = (text: string) => text.repeat(Math.floor(much / text.length))

export const addressKinds = (kind: Kind, graphs: Graphs): readonly RequestKind[] => [
  ...headers(kind, graphs),
  ...addresses(kind, graphs),
  ...forms(kind),
  ...sentForms(kind),
]

function headers(kind: Kind, { small, large }: Graphs): readonly RequestKind[] {
  const on = (path: string, name: string, value: string, method = 'GET') =>
    kind(`${name}: ${value.slice(0, 24)}… on ${path.slice(0, 16)}`, `${method} ${path}`, '', {
      [name]: value,
    })
  const numbers = `/p/${large.numbers}`
  return [
    ...[`/p/${small}`, `${numbers}.json`, `/v1/graph/${small}`, '/', '/docs'].flatMap(path => [
      on(path, 'Accept', many('text/html;level=1;q=0.3,')),
      on(path, 'Accept', many('a/b;q="x",')),
      on(path, 'Accept', many('*/*;')),
      on(path, 'Accept', many(',')),
      on(path, 'Accept-Language', many('de-u-nu-arab-x-y;q=0.5,')),
      on(path, 'Accept-Language', `de-${many('abcdefgh-')}z`),
      on(path, 'Accept-Encoding', many('br;')),
      on(path, 'Accept-Encoding', many(';q=0.1')),
      on(path, 'If-None-Match', many('W/"a-br",')),
      on(path, 'If-None-Match', many('-br"')),
      on(path, 'If-Match', many('"a",')),
      on(path, 'If-Modified-Since', many('1')),
      on(path, 'If-Modified-Since', many('(')),
      on(path, 'Range', `bytes=${many('0-0,')}`),
      on(path, 'Range', `bytes=${many('1')}-`),
      on(path, 'If-Range', many('"')),
      on(path, 'Cookie', many('plotgate_session=a;')),
      on(path, 'Cookie', many(';=')),
      on(path, 'X-Request-Id', many('x')),
      on(path, 'X-Forwarded-For', many(':')),
      on(path, 'Origin', many('x')),
      on(path, 'Host', many('a.')),
      on(path, 'Host', many('xn--a-')),
      on(path, 'traceparent', many('0')),
      on(path, 'Access-Control-Request-Headers', many('a,'), 'OPTIONS'),
    ]),
    ...['br;q=0.1,', 'identity;q=0,*;q=0.5,', 'a,', '*;'].map(part =>
      kind(`GraphiQL in ${part}`, 'GET /graphql', '', { Accept: 'text/html', 'Accept-Encoding': many(part) }),
    ),
    ...['/docs', '/v1/openapi.json', '/', '/new', '/account/sign-in', '/p/example', '/p/preview'].flatMap(
      path =>
        ['br', 'zstd', 'gzip'].map(coding =>
          kind(`page ${path} in ${coding}`, `GET ${path}`, '', {
            Accept: 'text/html',
            'Accept-Encoding': coding,
          }),
        ),
    ),
    on(numbers, 'If-Modified-Since', many('Sun, 06 Nov 1994 08:49:37 GMT')),
    on(numbers, 'If-Unmodified-Since', `Sun, 06 Nov 1994${many(' ')}`),
    on('/graphql', 'Transfer-Encoding', `${many('gzip,')}chunked`, 'POST'),
    on('/graphql', 'Authorization', `Bearer ${many('a')}`),
    on('/graphql', 'Authorization', `Bearer${many(' ')}a`),
    on('/account', 'Cookie', many('plotgate_session=a;')),
    on('/account', 'User-Agent', many('Mozilla/5.0 (')),
    on('/graphql', 'Accept', many('text/html;q=0.1;a="b",')),
    on('/graphql?query={__typename}', 'Accept', many('application/json;q=0.1,')),
    on(`/p/${small}/events?poll`, 'Last-Event-ID', many('1')),
    on('/p/preview', 'Origin', many('a')),
    kind('content types', 'POST /graphql', '{}', { 'Content-Type': `application/json${many(';a=b')}` }),
    kind('content codings', 'POST /graphql', '{}', { 'Content-Encoding': many('gzip,') }),
    kind('preferences', 'POST /v1/graph', '{}', { Prefer: many('a="b,handling=",') }),
  ]
}

function addresses(kind: Kind, { small, large }: Graphs): readonly RequestKind[] {
  const get = (name: string, path: string) => kind(`address ${name}`, `GET ${path}`)
  const image = `/p/${small}.png`
  return [
    get('of %', `/p/${many('%')}`),
    get('of %00', `/p/${many('%00')}`),
    get('of %E0', `/p/${many('%E0%A4%A')}`),
    get('of encoded slashes', `/p/${many('%2f')}`),
    get('of ;', `/p/${many(';')}`),
    get('of an asset', `/p/assets/${many('a')}.js`),
    get('of an asset of dots', `/p/assets/${many('../')}`),
    get('of versions', `/p/${small}${many('@1')}`),
    get('of endings', `/p/${small}${many('.png')}`),
    get('of a link', `/account/link/${many('a')}`),
    get('of a next page', `/account/sign-in?next=/account/${many('a')}`),
    get('of next pages', `/account/sign-in?${many('next=/a&')}`),
    get('of an origin', `/new?origin=https://${many('a')}`),
    get('of an origin of escapes', `/new?origin=https://${many('%C3%A4')}.de`),
    get('of origins', `/new?${many('origin=x&')}`),
    ...['background', 'theme', 'locale', 'width', 'version', 'live', 'after'].flatMap(name => [
      get(`of a long ${name}`, `${image}?${name}=${many('1')}`),
      get(`of a ${name} of spaces`, `${image}?${name}=${many('+')}`),
      get(`of many ${name}`, `${image}?${many(`${name}=a&`)}`),
      get(`of a page with a long ${name}`, `/p/${small}?${name}=${many('a-')}`),
    ]),
    get('of a colour', `${image}?background=rgb(${many('1,')})`),
    get('of a locale of parts', `/p/${small}?locale=de-${many('abcdefgh-')}z`),
    get('of an oembed', `/p/oembed?url=http://${many('a.')}`),
    get('of an oembed of escapes', `/p/oembed?url=${many('%25')}`),
    get('of an oembed of dots', `/p/oembed?url=http://costs/p/${many('../')}`),
    get('of oembeds', `/p/oembed?${many('url=x&')}`),
    get('of an oembed of a size', `/p/oembed?url=http://x/p/${small}&maxwidth=${many('9')}`),
    ...Object.entries(large).map(([name, id]) =>
      get(`of an oembed of ${name}`, `/p/oembed?url=http%3A%2F%2F127.0.0.1%2Fp%2F${id}`),
    ),
    get('of a query without names', `/p/${small}?${many('&')}`),
    get('of a query of =', `/v1/graph/${small}?${many('=')}`),
    get('in the absolute form', `http://${many('a')}/v1/graph/${small}`),
    get('in a strange absolute form', `http://[${many(':')}]/`),
    kind('an asterisk', 'OPTIONS *'),
  ]
}

function forms(kind: Kind): readonly RequestKind[] {
  const form = (name: string, path: string, body: string, headers: Headers = {}) =>
    kind(`form of ${name} ${path}`, `POST ${path}`, body, {
      'Content-Type': 'application/x-www-form-urlencoded',
      Origin: 'http://costs',
      ...headers,
    })
  const size = 32_000
  const fill = (text: string) => text.repeat(Math.floor(size / text.length))
  return ['/account/sign-in', '/account/sign-up', '/account/link', '/account/sign-out'].flatMap(path => [
    form('fields', path, fill('a=&')),
    form('escapes', path, fill('%41')),
    form('broken escapes', path, fill('%')),
    form('pluses', path, `email=${fill('+')}`),
    form('an address', path, `email=${fill('a')}@b.c&password=x`),
    form('an address of @', path, `email=${fill('@')}&password=x`),
    form('an address of dots', path, `email=a@${fill('b.')}&password=x`),
    form('a password', path, `email=a@b.cd&password=${fill('a')}`),
    form('a password of escapes', path, `email=a@b.cd&password=${fill('%F0%9F%98%80')}`),
    form('a next page', path, `email=a@b.cd&password=x&next=/account/${fill('a/')}`),
    form('parts', path, fill('--b\r\n\r\n'), { 'Content-Type': 'multipart/form-data; boundary=b' }),
  ])
}

/** Bodies in unusual forms: GraphQL alone takes any without a key. */
function sentForms(kind: Kind): readonly RequestKind[] {
  const chunked = (name: string, body: string) =>
    kind(name, 'POST /graphql', body, {
      'Transfer-Encoding': 'chunked',
      'Content-Type': 'application/json',
    })
  const query = '{"query":"{__typename}"}'
  const one = `${query.length.toString(16)}\r\n${query}\r\n0\r\n`
  const members = gzipSync(Buffer.alloc(250_000, ' '))
  return [
    chunked('trailers', `${one}${'a: b\r\n'.repeat(2_000)}\r\n`),
    chunked('a long trailer', `${one}a: ${'b'.repeat(200_000)}\r\n\r\n`),
    chunked('zeros before a chunk', `${'0'.repeat(200_000)}1\r\n \r\n0\r\n\r\n`),
    chunked('an extension for each chunk', `${'1;a="b"\r\n \r\n'.repeat(900)}0\r\n\r\n`),
    kind('many gzip members', 'POST /graphql', Buffer.concat(Array(600).fill(gzipSync(''))), {
      'Content-Encoding': 'gzip',
    }),
    kind('gzip members after the limit', 'POST /graphql', Buffer.concat(Array(300).fill(members)), {
      'Content-Encoding': 'gzip',
    }),
    kind('a gzip bomb after text', 'POST /graphql', Buffer.concat([gzipSync(query), members]), {
      'Content-Encoding': 'gzip',
    }),
    kind('a byte order mark', 'POST /graphql', `\uFEFF${query}`),
    kind('UTF-16', 'POST /graphql', Buffer.from(' '.repeat(100_000), 'utf16le')),
    kind('surrogates', 'POST /graphql', `{"query":"${'\\ud800'.repeat(40_000)}"}`),
    kind('the same name again', 'POST /graphql', `{${'"query":"a",'.repeat(20_000)}"query":""}`),
    kind('names with escapes', 'POST /graphql', `{${'"\\u0061":1,'.repeat(20_000)}"query":""}`),
    kind(
      'variables in variables',
      'POST /graphql',
      `{"query":"query($i:CheckFigureInput!){checkFigure(input:$i){errors{path}}}","variables":{"i":{${Array.from({ length: 15_000 }, (_, at) => `"k${at}":{}`).join()}}}}`,
    ),
    kind('an upgrade to HTTP/2', 'GET /healthz', '', {
      Connection: 'Upgrade, HTTP2-Settings, close',
      Upgrade: 'h2c',
      'HTTP2-Settings': many('A'),
    }),
    kind('HTTP/2 at once', 'PRI *', 'SM\r\n\r\n'),
  ]
}
