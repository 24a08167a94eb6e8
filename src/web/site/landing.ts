/** The landing page: what Plotgate is, a live graph, and a command that creates one. */

import { pathOf } from '../../http/path-of.ts'
import { type Html, html } from '../layout/html.ts'
import { exampleId, exampleSize } from './example/example.ts'

export interface LandingAddresses {
  readonly baseUrl: string
  readonly plotUrl: string
  /** The path of {base_url}, for links. */
  readonly base: string
}

const curl = (baseUrl: string): string => `curl ${baseUrl}/v1/graph \\
  -H "Authorization: Bearer $PLOTGATE_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{
    "data": [{"type": "bar",
              "x": ["Mon", "Tue", "Wed"],
              "y": [12, 19, 7]}],
    "layout": {"title": "Visitors"}
  }'`

const answer = (plotUrl: string): string => `{
  "ok": true,
  "graph": {
    "graph_id": "V1StGXR8_Z5jdHi6B-myT",
    "permalink":
      "${plotUrl}/V1StGXR8_Z5jdHi6B-myT",
    "image_url":
      "${plotUrl}/V1StGXR8_Z5jdHi6B-myT.png",
    …`

const python = (baseUrl: string): string => `# pip install ./clients/python, in a checkout of Plotgate
# plotgate login ${baseUrl}
import plotgate
import plotly.express as px

figure = px.bar(x=["Mon", "Tue", "Wed"], y=[12, 19, 7])
print(plotgate.publish(figure).url)`

const notebook = `# every figure that you show is published
import plotgate
import plotly.io as pio

pio.renderers.default = "plotgate"
figure.show()`

/** An address as it continues after {base_url}'s host, or with its own host where that is another. */
const shortened = (url: string, baseUrl: string): string => {
  const { host } = new URL(url)
  return `${host === new URL(baseUrl).host ? '' : host}${pathOf(url)}`
}

/** `plots` is {plot_url} and `base` {base_url}, both shortened. */
const graphParts = (plots: string, base: string): Html => html`<dl>
<div><dt>A page</dt><dd>The image at once, then zoom, hover and legend. Light and dark, for phones and wide screens, or in an iframe.</dd><dd><code>${plots}/:graph_id</code></dd></div>
<div><dt>Images</dt><dd>PNG, SVG, WebP, JPEG and PDF in any size and either theme, drawn once and stored.</dd><dd><code>${plots}/:graph_id.png?width=900&amp;scale=2</code></dd></div>
<div><dt>A file</dt><dd>One HTML file that works offline, to send by mail or to keep.</dd><dd><code>${plots}/:graph_id.html</code></dd></div>
<div><dt>Its data</dt><dd>What you sent, byte for byte, through REST or <a href="${base}/graphql">GraphQL</a>.</dd><dd><code>${base}/v1/graph/:graph_id</code></dd></div>
</dl>`

const block = (id: string, title: string, spoken: string, code: string): Html =>
  html`<div><div class="row row-between"><h3 id="${id}-label">${title}</h3><button type="button" class="button-small" data-copy="${id}" hidden>Copy<span class="visually-hidden"> ${spoken}</span></button></div>
<pre tabindex="0" role="region" aria-labelledby="${id}-label"><code id="${id}">${code}</code></pre></div>`

export const landing = ({ baseUrl, plotUrl, base }: LandingAddresses): Html => html`<section class="hero">
<div class="hero-words">
<h1>Send a figure. Share a graph.</h1>
<p class="lead">Plotgate keeps Plotly figures on your own server and gives each one an interactive page, an image and its exact data, at permanent addresses.</p>
<p class="row"><a class="button button-primary" href="${base}/account">Get an API key</a><a class="button" href="${base}/docs">Read the API</a></p>
</div>
<figure class="hero-graph">
<iframe src="${plotUrl}/${exampleId}?embed&amp;theme=auto" title="Example: the probability that two people in a room share a birthday" width="${exampleSize.width}" height="${exampleSize.height}"></iframe>
<figcaption class="small muted">A graph as Plotgate serves it. Hover or tap it; drag to zoom in, and double-click to zoom out.</figcaption>
</figure>
</section>
<section class="start" aria-labelledby="start">
<h2 id="start">One request makes a graph</h2>
<div class="start-code">
${block('request', 'The request', 'the request', curl(baseUrl))}
<div><div class="row"><h3 id="answer-label">The answer</h3></div>
<pre tabindex="0" role="region" aria-labelledby="answer-label"><code>${answer(plotUrl)}</code></pre></div>
${block('python', 'From Python', 'the code for Python', python(baseUrl))}
${block('notebook', 'In a notebook', 'the code for notebooks', notebook)}
</div>
<p class="visually-hidden" role="status" id="said"></p>
</section>
<section class="gives" aria-labelledby="gives">
<h2 id="gives">What a graph has</h2>
${graphParts(shortened(plotUrl, baseUrl), base)}
</section>`
