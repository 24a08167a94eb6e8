/** One-time messages on the page after a form. The cookie contains a key of this list, never a text. */

import { isSignInName } from '../../../accounts/emails.ts'
import type { Context } from '../../../http/context.ts'
import type { Cookies } from './cookies.ts'

export const messages = {
  'signed-up': { good: true, text: 'Your account was created and you are signed in.' },
  'signed-up-later': {
    good: true,
    text: 'Now sign in with the address and password you chose. An account that already had this address is unchanged, and keeps its own password.',
  },
  'operator-signed-in': {
    good: true,
    text: 'You are signed in as the operator. To sign in again later, choose a password: the command “plotgate account reset operator” prints a link for it.',
  },
  'signed-out': { good: true, text: 'You are signed out.' },
  'session-ended': { good: false, text: 'Your session has ended. Nothing was changed; sign in to continue.' },
  'signed-out-everywhere': { good: true, text: 'You are signed out of every browser.' },
  'password-changed': {
    good: true,
    text: 'Your password was changed. Every other browser is signed out; your API keys keep working.',
  },
  'password-set': { good: true, text: 'Your password is set and you are signed in.' },
  'settings-saved': { good: true, text: 'Your settings were saved.' },
  'key-revoked': { good: true, text: 'The key was revoked. It stops working everywhere within 5 seconds.' },
  'graph-deleted': { good: true, text: 'The graph was deleted, with its page, image and data.' },
  'graphs-deleted': {
    good: true,
    text: 'The graphs were deleted, with their pages, images and data.',
  },
  'version-back': {
    good: true,
    text: 'That version was restored: pages and links of the graph show it now.',
  },
  'account-deleted': { good: true, text: 'Your account was deleted.' },
} as const

export type Message = keyof typeof messages

export interface Flash {
  readonly message: Message
  /** The email address to fill in. */
  readonly email: string
}

/** Sets the message for the next page. `email` is filled into its form. */
export function setFlash(ctx: Context, cookies: Cookies, message: Message, email = ''): void {
  cookies.set(ctx, 'flash', `${message}.${Buffer.from(email).toString('base64url')}`)
}

/** Reads the message and deletes the cookie. */
export function takeFlash(ctx: Context, cookies: Cookies): Flash | null {
  const value = cookies.get(ctx, 'flash')
  if (value === undefined) return null
  cookies.clear(ctx, 'flash')
  const [message = '', email = ''] = value.split('.')
  if (!Object.hasOwn(messages, message)) return null
  const name = Buffer.from(email, 'base64url').toString('utf8')
  return { message: message as Message, email: isSignInName(name) ? name : '' }
}
