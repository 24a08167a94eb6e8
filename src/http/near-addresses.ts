/** Suggests what was probably meant by an address with nothing behind it, or by a method that it does not support. */

import { nearest } from '../domain/figure/nearest.ts'

const addresses = [
  ...['/v1/graph', '/v1/plot', '/v1/chart', '/v1/render', '/v1/openapi.json'],
  ...['/docs', '/graphql', '/account', '/new', '/healthz', '/readyz', '/metrics'],
]

/** Where other services have what these addresses have here. */
const elsewhere: Readonly<Record<string, string>> = {
  ...{ '/v1': '/docs', '/api': '/docs', '/swagger': '/docs', '/openapi.json': '/v1/openapi.json' },
  ...{
    '/login': '/account',
    '/signup': '/account',
    '/keys': '/account',
    '/ready': '/readyz',
    '/health': '/healthz',
  },
}

/** Addresses of Plotly's former service (Chart Studio), and what does the same here. */
const former: readonly (readonly [RegExp, string])[] = [
  [/^\/v2\/images\b/, 'POST /v1/render'],
  [/^\/(?:clientresp|v2\/(?:plots|grids))\b/, 'POST /v1/graph'],
  [/^\/(?:v2\/|apigetfile\/|~)/, 'the operations in /docs'],
]

/** What to do instead; null if nothing is near. */
export function remedyFor(path: string): string | null {
  const [, here] = former.find(([pattern]) => pattern.test(path)) ?? []
  if (here) return `this is an address of Plotly's former service; here, use ${here}`
  const near = nearAddress(path)
  return near === null ? null : `did you mean ${near}?`
}

/** The methods that callers look for at these routes, and where they find what they want. */
const methodsElsewhere: readonly (readonly [methods: RegExp, routes: RegExp, remedy: string])[] = [
  [
    /^GET$/,
    /^\/v1\/(?:graph|plot|chart)$/,
    'your graphs are listed at /account/graphs, and by GraphQL: { viewer { graphs { nodes { graphId title } } } }',
  ],
  [/^GET$/, /^\/v1\/render$/, 'send the figure as the body; the image of a stored graph is at its image_url'],
  [/^(?:PUT|PATCH|DELETE)$/, /^\/v1\/(?:plot|chart)\/:graph_id$/, 'use /v1/graph/:graph_id for it'],
  [
    /^(?:POST|PATCH)$/,
    /^\/v1\/graph\/:graph_id$/,
    'PUT replaces the figure, and POST /v1/graph/:graph_id/points appends points',
  ],
]

/** What to do instead of that method on a route without it; absent if nothing is known. */
export const remedyForMethod = (method: string, route: string): string | undefined =>
  methodsElsewhere.find(([methods, routes]) => methods.test(method) && routes.test(route))?.[2]

/** Null if none is near. */
function nearAddress(path: string): string | null {
  const plain = (path.endsWith('/') ? path.slice(0, -1) : path).toLowerCase()
  if (Object.hasOwn(elsewhere, plain)) return elsewhere[plain] ?? null
  const found = addresses.find(each => each === plain || each === `/v1${plain}`) ?? nearest(plain, addresses)
  return found === path ? null : found
}
