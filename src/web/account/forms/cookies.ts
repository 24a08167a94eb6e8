/** The cookies of the account pages: HttpOnly, SameSite=Lax and host-only; with TLS also Secure and `__Host-`. */

import type { SignedIn } from '../../../accounts/account-session.ts'
import { browserDays } from '../../../accounts/known-devices.ts'
import { absoluteMs } from '../../../accounts/sessions.ts'
import type { Context } from '../../../http/context.ts'

/** Lifetimes in milliseconds. */
const lifetimes = {
  session: absoluteMs,
  browser: browserDays * 86_400_000,
  /** The token of an opened one-time link, which is moved out of the address bar. */
  link: 30 * 60_000,
  /** The message for the next page. */
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

/** @param baseUrl {base_url}, which tells whether browsers use TLS, and the path of the pages. */
export function createCookies(baseUrl: string): Cookies {
  const { protocol, pathname } = new URL(baseUrl)
  const secure = protocol === 'https:'
  const fullName = (name: CookieName) => `${secure ? '__Host-' : ''}plotgate_${name}`
  // `__Host-` requires the path `/`, and ensures that no other host can set the cookie.
  const path = secure ? '/' : `${pathname.replace(/\/+$/, '')}/`

  function write(ctx: Context, name: CookieName, value: string | null): void {
    // TLS often ends at a proxy, so BASE_URL decides.
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
