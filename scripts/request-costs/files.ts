/** Graphs, their pages and their files. */

import { openApiDocument } from '../../src/api/openapi/openapi.ts'
import type { Graphs } from './graphs.ts'
import type { RequestKind } from './measure.ts'
import { kind } from './request.ts'

/** As the document describes them, without what it says is needed. */
export function operations({ small }: Graphs): readonly RequestKind[] {
  return Object.entries(openApiDocument().paths ?? {}).flatMap(([path, item]) => {
    const address = path.replace(/\{[^}]+\}/g, small)
    const under = item && 'servers' in item ? '/p' : ''
    return ['get', 'head', 'put', 'post', 'delete', 'options', 'patch'].map(method =>
      kind(`${method.toUpperCase()} ${path}`, `${method.toUpperCase()} ${under}${address}`),
    )
  })
}

export function files({ small, large }: Graphs): readonly RequestKind[] {
  const endings = [
    '',
    '?embed',
    '?theme=dark',
    '.html',
    '.json',
    '.csv',
    '.svg',
    '@1',
    '/qr',
    '@1/qr',
    '/events',
  ]
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
