/** Suggests the address that was probably meant by one with nothing behind it. */

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

/** Null if none is near. */
export function nearAddress(path: string): string | null {
  const plain = (path.endsWith('/') ? path.slice(0, -1) : path).toLowerCase()
  if (Object.hasOwn(elsewhere, plain)) return elsewhere[plain] ?? null
  const found = addresses.find(each => each === plain || each === `/v1${plain}`) ?? nearest(plain, addresses)
  return found === path ? null : found
}
