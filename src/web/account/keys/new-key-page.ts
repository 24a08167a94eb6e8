/** The only page that shows a key, with examples to copy. */

import { type Html, html } from '../../layout/html.ts'
import { copyBlock } from '../forms/fields.ts'

interface NewKeyPage {
  readonly base: string
  readonly baseUrl: string
  readonly secret: string
  readonly name: string
}

/** `secret` is the whole key, which is never shown again. */
export function newKeyPage({ base, baseUrl, secret, name }: NewKeyPage): Html {
  return html`<div class="stack-wide">
<header class="stack"><h1>Your new key</h1>
<p class="notice">This is the only time that <strong dir="auto">${name}</strong> is shown. Copy it now to the place where your program reads it.</p></header>
<div class="card stack key-sheet"><div class="field">
<label for="new-key">API key</label>
<div class="copy-line"><textarea id="new-key" class="mono" rows="1" readonly spellcheck="false">${secret}</textarea><button type="button" data-copy="new-key" hidden>Copy<span class="visually-hidden"> API key</span></button></div>
</div></div>
<section class="stack" aria-labelledby="try"><h2 id="try">Create your first graph</h2>
<p class="muted">Each of these prints the address of a page with the chart. Paste it as it is.</p>
${copyBlock('example-curl', 'curl', curlExample(baseUrl, secret))}
${copyBlock('example-python', 'Python', pythonExample(baseUrl, secret))}
${copyBlock('example-javascript', 'JavaScript', javascriptExample(baseUrl, secret))}
</section>
<p><a class="button" href="${base}/account">I have saved the key</a></p>
</div>`
}

export const keyAlreadyShownPage = (
  base: string,
): Html => html`<div class="entrance stack"><h1>Already shown</h1>
<div class="card stack"><p>A key is shown only once, right after it was created. If you did not save it, revoke it and create another.</p>
<p><a class="button" href="${base}/account">My keys</a></p></div></div>`

const curlExample = (baseUrl: string, secret: string): string =>
  `curl ${baseUrl}/v1/plot \\
  -H 'Authorization: Bearer ${secret}' \\
  -H 'Content-Type: application/json' \\
  -d '{"data": [{"type": "scatter", "x": [1, 2, 3, 4], "y": [2, 1, 4, 3]}], "layout": {"title": "My first graph"}}'`

const pythonExample = (baseUrl: string, secret: string): string =>
  `import json, urllib.request

figure = {
    "data": [{"type": "scatter", "x": [1, 2, 3, 4], "y": [2, 1, 4, 3]}],
    "layout": {"title": "My first graph"},
}
request = urllib.request.Request(
    "${baseUrl}/v1/plot",
    data=json.dumps(figure).encode(),
    headers={
        "Authorization": "Bearer ${secret}",
        "Content-Type": "application/json",
    },
)
with urllib.request.urlopen(request) as response:
    print(json.load(response)["graph"]["permalink"])`

const javascriptExample = (baseUrl: string, secret: string): string =>
  `const response = await fetch('${baseUrl}/v1/plot', {
  method: 'POST',
  headers: {
    Authorization: 'Bearer ${secret}',
    'Content-Type': 'application/json',
  },
  body: JSON.stringify({
    data: [{ type: 'scatter', x: [1, 2, 3, 4], y: [2, 1, 4, 3] }],
    layout: { title: 'My first graph' },
  }),
})
const { graph } = await response.json()
console.log(graph.permalink)`
