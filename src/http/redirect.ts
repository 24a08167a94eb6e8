/** Addresses that lead to others. */

import type { Context } from './context.ts'

/** For good. A relative `location` holds behind proxies too, whatever they make of the path. */
export function redirect(ctx: Context, location: string): void {
  ctx.status = 308
  ctx.set('Location', location)
  ctx.body = ''
}

/** Whoever reads an address with a slash at its end means the one without. False where there is no such slash. */
export function redirectWithoutSlash(ctx: Context): boolean {
  const [last, end] = ctx.path.split('/').slice(-2)
  if (!last || end !== '' || (ctx.method !== 'GET' && ctx.method !== 'HEAD')) return false
  redirect(ctx, `../${last}${ctx.search}`)
  return true
}
