/** GraphQL: what can be asked, and documents that are made to be expensive. */

import type { Graphs } from './graphs.ts'
import { type RequestKind, unseenMark } from './measure.ts'
import { kind } from './request.ts'

export function queries({ small, large }: Graphs): readonly RequestKind[] {
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
