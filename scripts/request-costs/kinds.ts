/** Requests that anybody may send: each operation of the OpenAPI document, and shapes that are likely to be expensive. */

import { addressKinds } from './addresses.ts'
import { bodies } from './bodies.ts'
import { files, operations } from './files.ts'
import type { Graphs } from './graphs.ts'
import { heads } from './heads.ts'
import type { RequestKind } from './measure.ts'
import { queries } from './queries.ts'
import { kind } from './request.ts'

export const requestKinds = (graphs: Graphs): readonly RequestKind[] =>
  [
    ...operations(graphs),
    ...files(graphs),
    ...queries(graphs),
    ...bodies(),
    ...heads(graphs),
    ...addressKinds(kind, graphs),
  ].map(each => ({
    ...each,
    endless: /events|of objects|continue|bracket|socket/.test(each.name),
  }))
