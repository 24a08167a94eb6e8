/** Requests of somebody with a key, which anybody may get where accounts are open to all. */

import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Graphs } from './graphs.ts'
import { type RequestKind, unseenMark } from './measure.ts'
import { kind } from './request.ts'

const mega = 1_000_000
const numbers = (count: number) => Array.from({ length: count }, (_, at) => at * 1.000001)

export function keyed({ small, large }: Graphs, key: string): readonly RequestKind[] {
  const send = (
    name: string,
    head: string,
    body: string | Buffer = '',
    headers: Readonly<Record<string, string>> = {},
  ) => kind(name, head, body, { Authorization: `Bearer ${key}`, ...headers })
  return [...writes(send, large), ...points(send, small), ...queries(send)]
}

type Send = (
  name: string,
  head: string,
  body?: string | Buffer,
  headers?: Readonly<Record<string, string>>,
) => RequestKind

function writes(send: Send, large: Graphs['large']): readonly RequestKind[] {
  const bodies: Readonly<Record<string, string>> = {
    'a small figure': JSON.stringify({ data: [{ y: [1, 2, 3] }] }),
    'many traces': JSON.stringify({ data: Array(2_000).fill({ y: [1] }) }),
    'many unknown types': JSON.stringify({ data: Array(2_000).fill({ type: 'nothing' }) }),
    'many unknown attributes': JSON.stringify({
      data: [Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`nothing${at}`, 1]))],
    }),
    'many numbers': JSON.stringify({ data: [{ y: numbers(600_000) }] }),
    'a long text': JSON.stringify({ data: [{ name: 'x'.repeat(9 * mega), y: [1] }] }),
    'an SVG': JSON.stringify({
      data: [],
      layout: {
        images: [
          {
            source: `data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'>${'<g/>'.repeat(mega)}</svg>`,
          },
        ],
      },
    }),
    'many arrays': `{"data":[{"y":[${'[],'.repeat(3 * mega)}[]]}]}`,
    'no JSON': '['.repeat(9 * mega),
    spaces: ' '.repeat(9 * mega),
  }
  const one = bodies['a small figure'] ?? ''
  const compressed = Buffer.from(bodies['many numbers'] ?? '')
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }
  return [
    ...Object.entries(bodies).flatMap(([name, body]) => [
      send(`create ${name}`, 'POST /v1/graph', body),
      send(`update ${name}`, `PUT /v1/graph/${large.medium}`, body),
    ]),
    send('create with an Idempotency-Key', 'POST /v1/graph', one, { 'Idempotency-Key': 'costs' }),
    send('create much with an Idempotency-Key', 'POST /v1/graph', bodies['a long text'], {
      'Idempotency-Key': 'costs-of-much',
    }),
    send('create, strictly', 'POST /v1/graph', one, { Prefer: 'handling=strict' }),
    send('create in gzip', 'POST /v1/graph', gzipSync(compressed), { 'Content-Encoding': 'gzip' }),
    send('create in br', 'POST /v1/graph', brotliCompressSync(compressed, quality), {
      'Content-Encoding': 'br',
    }),
    send('delete nothing', 'DELETE /v1/graph/aaaaaaaaaaaaaaaaaaaaa'),
  ]
}

function points(send: Send, small: string): readonly RequestKind[] {
  const append = (name: string, body: unknown) =>
    send(`append ${name}`, `POST /v1/graph/${small}/points`, JSON.stringify(body))
  return [
    append('a point', { points: [{ trace: 0, y: [1] }], keep: 3 }),
    append('many points', { points: [{ trace: 0, y: numbers(300_000) }], keep: 3 }),
    append('to many traces', { points: Array.from({ length: 50_000 }, (_, trace) => ({ trace, y: [1] })) }),
    append('unknown arrays', {
      points: [
        { trace: 0, ...Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`a${at}`, [1]])) },
      ],
    }),
  ]
}

function queries(send: Send): readonly RequestKind[] {
  const ask = (name: string, query: string, variables?: unknown) =>
    send(`query ${name}`, 'POST /graphql', JSON.stringify({ query: `${unseenMark}\n${query}`, variables }))
  const page =
    'edges { cursor node { graphId title traceTypes warnings { path } imageUrl rendering { status } } }'
  const list = (name: string, args: string) => [
    ask(name, `{ viewer { graphCount graphs(first: 100 ${args}) { ${page} } } }`),
    ask(
      `14 × ${name}`,
      `{ viewer { ${Array.from({ length: 14 }, (_, at) => `a${at}: graphs(first: 100 ${args}) { ${page} }`).join(' ')} } }`,
    ),
  ]
  const figure = { data: [{ y: [1] }] }
  const check =
    'query ($i: CreateGraphInput!) { checkFigure(input: $i) { errors { path } warnings { path } } }'
  const create =
    'mutation ($i: [CreateGraphInput!]!) { createGraphs(input: $i) { results { graph { graphId } error { code } } } }'
  return [
    ...list('graphs', ''),
    ...list('graphs by title', 'title: "a"'),
    ...list('graphs by a long title', `title: "${'a'.repeat(2_000)}"`),
    ask('keys', '{ viewer { apiKeys { name prefix scopes } } }'),
    ask('check of many numbers', check, { i: { data: [{ y: numbers(600_000) }] } }),
    ask('check of many traces', check, { i: { data: Array(2_000).fill({ type: 'nothing' }) } }),
    ask('create of a hundred', create, { i: Array(100).fill(figure) }),
    ask('create of thousands', create, { i: Array(20_000).fill(figure) }),
    ask('create of a long text', create, { i: [{ data: [{ name: 'x'.repeat(9 * mega) }] }] }),
  ]
}
