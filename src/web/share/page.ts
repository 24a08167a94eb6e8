/** The page that shows a chart offered by another site, before it is published. */

import { type Html, html } from '../layout/html.ts'
import { siteAssets } from '../layout/site-assets.ts'

export interface SharePage {
  /** The path of {base_url}, for links. */
  readonly base: string
  /** The address of this page, for charts that are sent to it. */
  readonly address: string
  /** The origin of the chart: `'null'` for a local file, null if the page was opened by hand. */
  readonly origin: string | null
  /** The address of the preview iframe. */
  readonly preview: string
  /** The maximum size of a chart as JSON. */
  readonly maxBytes: number
  /** The signed-in user. */
  readonly email: string | null
}

export const shareHead = (base: string): Html =>
  html`<link rel="stylesheet" href="${base}/assets/${siteAssets.share.name}">
<script defer src="${base}/assets/${siteAssets.shareScript.name}"></script>`

export const sharePage = (page: SharePage): Html =>
  page.origin === null ? openedByHand(page) : receiver(page)

const openedByHand = ({ base, address }: SharePage): Html => html`<div class="stack share-page">
<h1>Share a chart</h1>
<p>Charts arrive here from the <b>Share chart…</b> button in their mode bar. Set its address to this service, then press it:</p>
<pre class="code" tabindex="0" role="region" aria-label="JavaScript"><code>Plotly.newPlot(div, data, layout, {
  plotlyServerURL:
    '${address}'
})</code></pre>
<p><a class="button" href="${base}/docs">Other ways to publish a figure</a></p>
</div>`

const placeName = (origin: string): string => (origin === 'null' ? 'a file on this computer' : origin)

const receiver = (
  page: SharePage,
): Html => html`<div class="stack share-page" id="share" data-origin="${page.origin}" data-publish="${page.base}/new" data-max="${String(page.maxBytes)}">
<header class="stack-tight"><h1>Share a chart</h1>
<p class="muted">From <b>${placeName(page.origin ?? '')}</b>. <span id="unstored">Nothing is stored until you press Publish.</span></p></header>
<noscript><p class="notice">A chart can only be received if scripts are enabled.</p></noscript>
<iframe class="share-preview" id="preview" title="Preview of the chart" data-address="${page.preview}" sandbox="allow-scripts" hidden></iframe>
<form class="stack" id="publish" hidden>
<div class="field"><label for="title">Title</label><input id="title" name="title" maxlength="300" autocomplete="off" dir="auto"></div>
<p class="muted" id="who">${page.email === null ? signInFirst(page.base) : html`Publishing as <b>${page.email}</b>. Anybody who knows the address of the graph can see it.`}</p>
<div class="row"><button class="button button-primary" type="submit">Publish</button></div>
</form>
<p class="notice" id="said" role="status">Waiting for the chart…</p>
<section class="stack" id="published" aria-label="The published graph" hidden>
<h2 tabindex="-1" id="done">Published</h2>
${copyRow('permalink', 'Address of the page')}
${copyRow('embed', 'HTML for your page')}
<p class="row"><a class="button button-primary" id="open" href="${page.base}/account">Open the graph</a><a class="button" href="${page.base}/account/graphs">My graphs</a></p>
</section>
</div>`

const signInFirst = (base: string): Html =>
  html`<a href="${base}/account/sign-in" target="_blank" rel="noopener">Sign in or sign up</a> in a new tab, come back, and press Publish.`

const copyRow = (id: string, name: string): Html => html`<div class="field"><label for="${id}">${name}</label>
<div class="row"><input id="${id}" readonly><button class="button" type="button" data-copy="${id}">Copy</button></div></div>`
