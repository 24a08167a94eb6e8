/** The cookies of the account pages: HttpOnly, SameSite=Lax, of this host alone; behind TLS Secure and `__Host-`. */

import type { SignedIn } from '../../accounts/account-session.ts'
import { browserDays } from '../../accounts/known-devices.ts'
import { absoluteMs } from '../../accounts/sessions.ts'
import type { Context } from '../../http/context.ts'

/** Milliseconds each may live. */
const lifetimes = {
  session: absoluteMs,
  browser: browserDays * 86_400_000,
  /** A one-time link that is being followed: out of the address bar as soon as it was opened. */
  link: 30 * 60_000,
  /** What the next page shall say. */
  flash: 60_000,
} as const

type CookieName = keyof typeof lifetimes

export interface Cookies {
  get(ctx: Context, name: CookieName): string | undefined
  set(ctx: Context, name: CookieName, value: string): void
  clear(ctx: Context, name: CookieName): void
  signIn(ctx: Context, tokens: SignedIn): void
  signOut(ctx: Context): void
}

/** @param baseUrl {base_url}: it says whether browsers come by TLS, and under which path the pages are. */
export function createCookies(baseUrl: string): Cookies {
  const { protocol, pathname } = new URL(baseUrl)
  const secure = protocol === 'https:'
  const fullName = (name: CookieName) => `${secure ? '__Host-' : ''}plotgate_${name}`
  // `__Host-` asks for the path `/`, and in return no other host can set the cookie.
  const path = secure ? '/' : `${pathname.replace(/\/+$/, '')}/`

  function write(ctx: Context, name: CookieName, value: string | null): void {
    // TLS often ends at a proxy: what BASE_URL says counts.
    ctx.cookies.secure = secure
    ctx.cookies.set(fullName(name), value, {
      path,
      httpOnly: true,
      sameSite: 'lax',
      secure,
      overwrite: true,
      ...(value !== null && { maxAge: lifetimes[name] }),
    })
  }

  return {
    get: (ctx, name) => ctx.cookies.get(fullName(name)) || undefined,
    set: write,
    clear: (ctx, name) => write(ctx, name, null),
    signIn(ctx, { session, knownBrowser }) {
      write(ctx, 'session', session)
      write(ctx, 'browser', knownBrowser)
    },
    signOut: ctx => write(ctx, 'session', null),
  }
}
