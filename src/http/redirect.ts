/** Redirects. */

import type { Context } from './context.ts'

/** A permanent redirect. A relative `location` also works behind proxies that change the path. */
export function redirect(ctx: Context, location: string): void {
  ctx.status = 308
  ctx.set('Location', location)
  ctx.body = ''
}

/** Redirects an address with a trailing slash to the one without. Returns false if there is none. */
export function redirectWithoutSlash(ctx: Context): boolean {
  const [last, end] = ctx.path.split('/').slice(-2)
  if (!last || end !== '' || (ctx.method !== 'GET' && ctx.method !== 'HEAD')) return false
  redirect(ctx, `../${last}${ctx.search}`)
  return true
}
