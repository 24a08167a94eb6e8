/** The context of account pages: the session, the submitted form, and answers in the common frame. */

import type { AccountSession, Caller } from '../../../accounts/account-session.ts'
import { AppError } from '../../../errors/errors.ts'
import type { Context } from '../../../http/context.ts'
import { networkOf } from '../../../http/network.ts'
import { pathOf } from '../../../http/path-of.ts'
import type { HttpDeps } from '../../../http/routing/deps.ts'
import type { Route } from '../../../http/routing/router.ts'
import type { HtmlValue } from '../../layout/html.ts'
import { waitingTime } from '../../layout/waiting-time.ts'
import { type Cookies, createCookies } from './cookies.ts'
import { type Faults, faultsOf } from './fields.ts'
import { type Flash, type Message, setFlash, takeFlash } from './flash.ts'
import { readForm } from './form.ts'
import { frame, type Tab } from './frame.ts'
import { requireOwnOrigin } from './origin.ts'

export interface Page {
  readonly title: string
  readonly body: HtmlValue
  readonly tab?: Tab
  readonly status?: number
}

/** A session and its cookie. */
export interface SignedInSession extends AccountSession {
  readonly token: string
}

type Handle = Route['handle']
type SessionHandle = (ctx: Context, session: SignedInSession, parameter: string) => Promise<void> | void
type FormHandle = (ctx: Context, form: URLSearchParams, parameter: string) => Promise<void> | void
type SessionFormHandle = (
  ctx: Context,
  session: SignedInSession,
  form: URLSearchParams,
  parameter: string,
) => Promise<void> | void

export interface FormContext {
  readonly deps: HttpDeps
  readonly cookies: Cookies
  /** The path of {base_url}, for links. */
  readonly base: string
  show(ctx: Context, page: Page, session?: AccountSession, flash?: Flash | null): void
  /** Post/Redirect/Get: the answer to a successful form. `path` begins with `/account`. */
  redirectAfterPost(ctx: Context, path: string, message?: Message, email?: string): void
  session(ctx: Context): Promise<SignedInSession | null>
  caller(ctx: Context): Caller
  /** Requires a session. Others are redirected to sign in, and then back to this page or to `back`. */
  signedIn(handle: SessionHandle): Handle
  /** Requires that the form was sent by a page of this site. */
  form(handle: FormHandle): Handle
  signedInForm(back: string, handle: SessionFormHandle): Handle
  /** Runs `act`. For errors in the input, calls `rerender` to show the form with them. */
  withFormErrors(
    ctx: Context,
    act: () => Promise<void>,
    rerender: (faults: Faults, status: number) => Promise<void> | void,
  ): Promise<void>
}

export function createFormContext(deps: HttpDeps): FormContext {
  const { accounts, config } = deps
  const base = pathOf(config.baseUrl)
  const cookies = createCookies(config.baseUrl)

  async function session(ctx: Context): Promise<SignedInSession | null> {
    const token = cookies.get(ctx, 'session')
    const found = await accounts.sessionOf(token)
    return found && token !== undefined ? { ...found, token } : null
  }

  function redirectAfterPost(ctx: Context, path: string, message?: Message, email?: string): void {
    if (message) setFlash(ctx, cookies, message, email)
    ctx.status = 303
    ctx.set('Location', `${base}${path}`)
    ctx.body = ''
  }

  /** Redirects a caller without a session to the sign-in page. */
  function askToSignIn(ctx: Context, back: string): void {
    const had = cookies.get(ctx, 'session') !== undefined
    if (had) cookies.signOut(ctx)
    const next = back === '/account' ? '' : `?next=${encodeURIComponent(back)}`
    redirectAfterPost(ctx, `/account/sign-in${next}`, had ? 'session-ended' : undefined)
  }

  const form =
    (handle: FormHandle): Handle =>
    async (ctx, parameter) => {
      requireOwnOrigin(ctx.req, config.baseUrl)
      await handle(ctx, await readForm(ctx), parameter)
    }

  return {
    deps,
    cookies,
    base,
    session,
    redirectAfterPost,
    form,

    show(ctx, page, here, flash = takeFlash(ctx, cookies)) {
      ctx.status = page.status ?? 200
      ctx.set('Content-Type', 'text/html; charset=utf-8')
      ctx.body = frame({ ...page, baseUrl: config.baseUrl, email: here?.account.email, flash }).text
    },

    caller: ctx => ({ address: networkOf(ctx.ip), browser: ctx.get('User-Agent') }),

    signedIn: handle => async (ctx, parameter) => {
      const here = await session(ctx)
      return here ? handle(ctx, here, parameter) : askToSignIn(ctx, ctx.url)
    },

    signedInForm: (back, handle) =>
      form(async (ctx, sent, parameter) => {
        const here = await session(ctx)
        return here ? handle(ctx, here, sent, parameter) : askToSignIn(ctx, back)
      }),

    async withFormErrors(ctx, act, rerender) {
      try {
        await act()
      } catch (error) {
        if (!(error instanceof AppError) || ![400, 401, 403, 429].includes(error.status)) throw error
        ctx.set(error.headers)
        if (error.retryAfter !== undefined) ctx.set('Retry-After', String(error.retryAfter))
        const faults = faultsOf(error.details)
        await rerender(faults.size > 0 ? faults : new Map([['', messageOf(error)]]), error.status)
      }
    },
  }
}

/** Programs are told of requests and seconds, people of what they did and when to do it again. */
const messageOf = ({ message, retryAfter }: AppError): string =>
  retryAfter === undefined ? message : `Too many attempts; try again in ${waitingTime(retryAfter)}`
