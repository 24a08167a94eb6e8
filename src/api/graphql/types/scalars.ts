/** Scalars beyond GraphQL's own, each with the document that specifies it. */

import { GraphQLError, type GraphQLScalarLiteralParser, Kind } from 'graphql'
import { type Scope, scopes } from '../../../domain/actor.ts'
import { dateIn } from '../../../domain/durations.ts'
import { builder } from '../builder.ts'
import { literalValue } from '../json.ts'

builder.scalarType('JSON', {
  description:
    'Any JSON value. Figures in variables are stored byte for byte as sent, and returned so. Numbers in literals keep all their digits. Clients that parse numbers as doubles may lose digits.',
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc8259',
  serialize: value => value,
  parseValue: value => value,
  parseLiteral: literalValue as GraphQLScalarLiteralParser<unknown>,
})

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/

function readInstant(value: unknown): Date {
  const time = typeof value === 'string' && instant.test(value) ? dateIn(value) : Number.NaN
  if (Number.isNaN(time)) throw new GraphQLError('a DateTime is written like "2026-11-20T10:30:00Z"')
  return new Date(time)
}

builder.scalarType('DateTime', {
  description: 'A date and time in UTC (RFC 3339): "2026-11-20T10:30:00.000Z".',
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc3339',
  serialize: value => (value as Date).toISOString(),
  parseValue: readInstant,
  parseLiteral: node => readInstant(node.kind === Kind.STRING ? node.value : null),
})

builder.scalarType('URL', {
  description: 'An absolute address. It is made from the configuration of the service, not from the request.',
  specifiedByURL: 'https://url.spec.whatwg.org/',
  serialize: value => String(value),
})

const meanings: Readonly<Record<Scope, string>> = {
  'graphs:write': 'create and change graphs',
  'graphs:delete': 'delete graphs of the account',
  'graphs:read': 'list the graphs of the account',
  'keys:manage': 'list, create, rotate and revoke keys',
}

// A scalar, because enum values cannot contain the colon of scopes.
builder.scalarType('Scope', {
  description: `A permission of a key: ${scopes.map(scope => `\`${scope}\` (${meanings[scope]})`).join(', ')}.`,
  specifiedByURL: 'https://datatracker.ietf.org/doc/html/rfc6749#section-3.3',
  parseValue(value) {
    const scope = scopes.find(each => each === value)
    if (scope === undefined) {
      throw new GraphQLError(`there is no scope ${JSON.stringify(value)}; take from ${scopes.join(', ')}`)
    }
    return scope
  },
})
