/** The GraphiQL page: the library's own document, a field for the key above it, and example queries in tabs. */

import { createHash } from 'node:crypto'
import { renderGraphiQL } from '@graphql-yoga/render-graphiql'
import { examples } from '../../api/graphql/examples.ts'

export interface GraphiqlPage {
  readonly html: string
  /** The page's own Content-Security-Policy: scripts by their hashes, workers from blobs, nothing from elsewhere. */
  readonly policy: string
}

const keyField = `
<style>
  body { display: flex; flex-direction: column; height: 100vh; margin: 0 }
  #root { flex: 1; min-height: 0 }
  #root .graphiql-container { height: 100% }
  #key-bar { display: flex; flex-wrap: wrap; gap: .75rem; align-items: center; padding: .5rem 1rem; font: 14px/1.4 system-ui, sans-serif; background: #0e1416; color: #f2f4f1 }
  #key-bar a { color: inherit }
  #key-bar a, #key-bar label { min-height: 2.25rem }
  #key-bar a { display: inline-flex; align-items: center }
  #key-bar label { display: flex; gap: .5rem; align-items: center; flex: 1 1 22rem }
  #key-bar input { flex: 1; min-width: 8rem; padding: .3rem .5rem; font: inherit; color: inherit; background: #1b2427; border: 1px solid #5c6b70; border-radius: 4px }
</style>
<form id="key-bar" autocomplete="off">
  <a href="./">Plotgate</a>
  <label>API key <input id="api-key" type="password" spellcheck="false" autocomplete="off" placeholder="only needed to create, list and delete"></label>
  <a id="account-link" href="account">Get a key</a>
</form>
<script>
(() => {
  const field = document.getElementById('api-key')
  const form = document.getElementById('key-bar')
  form.addEventListener('submit', event => event.preventDefault())
  // Kept for this tab only, and never written to disk.
  field.value = sessionStorage.getItem('plotgate-key') || ''
  field.addEventListener('input', () => sessionStorage.setItem('plotgate-key', field.value.trim()))
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
    // A key must not lie in the browser's storage.
    shouldPersistHeaders: false,
    isHeadersEditorEnabled: true,
    defaultEditorToolsVisibility: 'variables',
    subscriptionsProtocol: 'SSE',
    credentials: 'omit',
    inputValueDeprecation: true,
    schemaDescription: true,
  })
  const html = rendered
    .replace('<div id="root"></div>', () => `${keyField}<div id="root"></div>`)
    // Editors beside each other need this width; a phone shows it all and lets one come nearer.
    .replace('<title>', '<meta name="viewport" content="width=820"><title>')
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
