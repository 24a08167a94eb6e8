/** The frame of account pages: the site's layout, the tabs of a signed-in user, and one-time messages. */

import { pathOf } from '../../../http/path-of.ts'
import { type Html, type HtmlValue, html } from '../../layout/html.ts'
import { layout } from '../../layout/layout.ts'
import { siteAssets } from '../../layout/site-assets.ts'
import { type Flash, messages } from './flash.ts'

const tabs = {
  keys: ['/account', 'API keys'],
  graphs: ['/account/graphs', 'My graphs'],
  settings: ['/account/settings', 'Settings'],
} as const

export type Tab = keyof typeof tabs

export interface Frame {
  readonly baseUrl: string
  readonly title: string
  readonly body: HtmlValue
  readonly tab?: Tab
  /** The email address of the signed-in user. */
  readonly email: string | undefined
  readonly flash: Flash | null
}

/** Without `email` nobody is signed in, and there are no tabs and no sign-out. */
export function frame({ baseUrl, title, body, tab, email, flash }: Frame): Html {
  const base = pathOf(baseUrl)
  return layout({
    baseUrl,
    title,
    current: '/account',
    indexed: false,
    nav: email !== undefined && signOutForm(base),
    head: html`<link rel="stylesheet" href="${base}/assets/${siteAssets.account.name}">
<script type="module" src="${base}/assets/${siteAssets.accountScript.name}"></script>`,
    body: html`${email !== undefined && tabBar(base, email, tab)}
${flash && notice(flash, email === undefined)}
${body}
<p class="visually-hidden" role="status" id="said"></p>`,
  })
}

const signOutForm = (base: string) =>
  html`<form method="post" action="${base}/account/sign-out"><button class="link">Sign out</button></form>`

function tabBar(base: string, email: string, current: Tab | undefined): Html {
  return html`<div class="account-bar">
<nav class="tabs" aria-label="Account">${Object.entries(tabs).map(
    ([tab, [path, name]]) =>
      html`<a href="${base}${path}"${tab === current && html` aria-current="page"`}>${name}</a>`,
  )}</nav>
<span class="whoami" title="Signed in as ${email}">${email}</span>
</div>`
}

/** The one-time message, in the narrow column of the sign-in pages or above the page. */
function notice({ message }: Flash, narrow: boolean): Html {
  const { good, text } = messages[message]
  return html`<p class="notice${good && ' notice-good'}${narrow && ' entrance'}" role="status">${text}</p>`
}
