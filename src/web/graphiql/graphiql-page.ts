/** The GraphiQL page: the library's document with the site's header, a field for the key, and examples in tabs. */

import { createHash } from 'node:crypto'
import { renderGraphiQL } from '@graphql-yoga/render-graphiql'
import { examples } from '../../api/graphql/examples.ts'
import { wordmark } from '../layout/logo.ts'

export interface GraphiqlPage {
  readonly html: string
  /** The page's Content-Security-Policy: scripts by their hashes, workers from blobs, nothing from other sites. */
  readonly policy: string
}

/** The coloured elements of GraphiQL, whose dialogs and menus are outside its main element. */
const coloured =
  ':is(.graphiql-container, .graphiql-dialog, .graphiql-tooltip, [data-radix-popper-content-wrapper])'

/** The site's colours in the form that GraphiQL uses: components of `hsl()`. */
const darkColours =
  '--color-primary: 176, 45%, 45%; --color-neutral: 190, 14%, 78%; --color-base: 196, 21%, 10%'
const colours = `
  html:root body ${coloured} { --color-primary: 185, 77%, 23%; --color-neutral: 195, 28%, 26% }
  html:root body.graphiql-dark ${coloured} { ${darkColours} }
  @media (prefers-color-scheme: dark) { html:root body:not(.graphiql-light) ${coloured} { ${darkColours} } }
`

/** Styles of the header. The site's style sheet would also affect GraphiQL. */
const headerStyle = `${colours}
  :root { color-scheme: light dark; --paper: light-dark(#fbfbf8, #0e1416); --ink: light-dark(#16252a, #e4ecec); --muted: light-dark(#52646a, #9db0b3); --line: light-dark(#7c8c90, #6b7f85); --sheet: light-dark(#ffffff, #151d20); --accent: light-dark(#0d5f66, #7fd6cf); --point: light-dark(#eda11a, #f4b53f) }
  body { display: flex; flex-direction: column; height: 100dvh; margin: 0 }
  /* A low window, or a page at four times its size, is scrolled. */
  @media (max-height: 30rem) { body { height: 48rem } }
  main { display: flex; flex: 1; min-height: 0 }
  main > h1 { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
  #root { flex: 1; min-width: 0 }
  #root .graphiql-container { height: 100% }
  #site { display: flex; flex-wrap: wrap; align-items: center; gap: .25rem 1.5rem; padding: .5rem 1rem; font: 15px/1.5 "Open Sans", "Segoe UI", system-ui, sans-serif; background: var(--paper); color: var(--ink); border-bottom: 1px solid var(--line) }
  #site a { display: inline-flex; align-items: center; gap: .5rem; min-height: 2.25rem; color: var(--muted); text-decoration: none }
  #site a:hover { color: var(--ink); text-decoration: underline }
  #site .wordmark { color: var(--ink); font-weight: 650; font-size: 1.125rem }
  #site .mark { color: var(--accent) }
  #site .mark-accent { fill: var(--point) }
  #site nav { display: flex; gap: 1rem; order: 1 }
  #site [aria-current] { color: var(--ink); box-shadow: inset 0 -2px var(--point) }
  #site label { display: flex; gap: .5rem; align-items: center; flex: 1 1 18rem }
  #site input { flex: 1; min-width: 6rem; min-height: 2.25rem; box-sizing: border-box; padding: .3rem .5rem; font: inherit; color: inherit; background: var(--sheet); border: 1px solid var(--line); border-radius: 4px }
  /* Its own greys and greens are too pale for words. */
  #root .graphiql-logo span { color: var(--ink) }
  body.graphiql-dark #root .mtk8 { color: #8fbf78 }
  @media (prefers-color-scheme: dark) { body:not(.graphiql-light) #root .mtk8 { color: #8fbf78 } }
  /* As wide as the space that the name leaves for it. */
  #root .graphiql-tab-close { box-sizing: border-box; min-width: 24px; max-width: 28px; min-height: 24px }
  #site :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
  @media (max-width: 760px) {
    #site label { order: 2; flex-basis: 100% }
    /* Query above, answer below, each as wide as the screen; what is dragged apart needs a mouse. */
    #root .graphiql-sidebar { display: none }
    #root .graphiql-main { min-width: 0 }
    #root .graphiql-sessions { margin: 0; border-radius: 0 }
    #root :has(> .graphiql-editors) { display: flex; flex-direction: column }
    #root .graphiql-horizontal-drag-bar { display: none }
    #root :is(.graphiql-editors, .graphiql-response) { flex: 1 1 0 !important; min-width: 0; min-height: 0; width: 100% }
    #root .graphiql-logo { display: none }
    #root .graphiql-toolbar { padding: 4px }
  }
  /* Where grounds are gone, edges say what belongs together and which is the current one. */
  @media (forced-colors: active) {
    #root :is(.graphiql-editors, .graphiql-response, .graphiql-tab) { border: 1px solid }
    #root .graphiql-tab:has([aria-current=true]) { border-bottom: 4px solid Highlight }
    #site [aria-current] { text-decoration: underline 2px }
  }
`

const header = `
<style>${headerStyle}</style>
<header><form id="site" autocomplete="off">
  <a class="wordmark" href="./" aria-label="Plotgate, start page">${wordmark.text}</a>
  <label>API key <input id="api-key" type="password" spellcheck="false" autocomplete="off" placeholder="to create, list and delete"></label>
  <nav aria-label="Site"><a href="account">Account</a><a href="docs">API</a><a href="graphql" aria-current="page">GraphQL</a></nav>
</form></header>
<script>
(() => {
  const field = document.getElementById('api-key')
  const form = document.getElementById('site')
  form.addEventListener('submit', event => event.preventDefault())
  // Kept only for this tab.
  field.value = sessionStorage.getItem('plotgate-key') || ''
  field.addEventListener('input', () => sessionStorage.setItem('plotgate-key', field.value.trim()))
  // After a reload, GraphiQL selects the tab with the stored query, or else adds one.
  try {
    const { tabs, activeTabIndex } = JSON.parse(localStorage.getItem('graphiql:tabState'))
    const asked = new URL(location.href).searchParams.get('query')
    const tab = tabs.find(each => each.query === asked) || (asked ? null : tabs[activeTabIndex])
    if (tab) {
      localStorage.setItem('graphiql:query', tab.query)
      localStorage.setItem('graphiql:variables', tab.variables || '')
    }
  } catch {}
  // Screen readers do not recognise tabs that contain a close button, so they are presented as a list of buttons.
  const presentTabsAsList = () => {
    document.querySelector('.graphiql-tabs[role]')?.removeAttribute('role')
    document.querySelector('#graphiql-session[role=tabpanel]')?.setAttribute('role', 'region')
    for (const tab of document.querySelectorAll('.graphiql-tab[role], .graphiql-tab[aria-selected]')) {
      tab.removeAttribute('role')
      const selected = tab.getAttribute('aria-selected')
      if (selected !== null) tab.querySelector('button')?.setAttribute('aria-current', selected)
      tab.removeAttribute('aria-selected')
    }
  }
  document.addEventListener('DOMContentLoaded', () =>
    new MutationObserver(presentTabsAsList).observe(document.getElementById('root'), {
      childList: true, subtree: true, attributeFilter: ['role', 'aria-selected'],
    }),
  )
  const send = window.fetch
  window.fetch = (input, init = {}) => {
    const address = new URL(input instanceof Request ? input.url : input, location.href)
    const key = field.value.trim()
    if (key === '' || address.origin !== location.origin) return send(input, init)
    const headers = new Headers(init.headers || (input instanceof Request ? input.headers : undefined))
    if (!headers.has('authorization')) headers.set('authorization', 'Bearer ' + key)
    return send(input, { ...init, headers })
  }
})()
</script>
`

export function renderPage(): GraphiqlPage {
  const rendered = renderGraphiQL({
    title: 'GraphQL · Plotgate',
    defaultTabs: examples.map(({ query, variables }) => ({
      query,
      variables: variables ? JSON.stringify(variables, null, 2) : undefined,
    })),
    // Keys must not be stored by the browser.
    shouldPersistHeaders: false,
    isHeadersEditorEnabled: true,
    defaultEditorToolsVisibility: 'variables',
    subscriptionsProtocol: 'SSE',
    credentials: 'omit',
    inputValueDeprecation: true,
    schemaDescription: true,
  })
  const html = rendered
    .replace('<div id="root"></div>', () => `${header}<main><h1>GraphQL</h1><div id="root"></div></main>`)
    .replace('<title>', '<meta name="viewport" content="width=device-width, initial-scale=1"><title>')
  const hashes = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )
  const policy = [
    "default-src 'none'",
    `script-src ${hashes.join(' ')}`,
    "style-src 'unsafe-inline'",
    'worker-src blob:',
    'font-src data:',
    'img-src data:',
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
  return { html, policy }
}
