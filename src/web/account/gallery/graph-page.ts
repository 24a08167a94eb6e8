/** The account's page of one graph: share, download, delete. */

import type { Addresses } from '../../../domain/addresses.ts'
import type { GraphRecord, VersionStamp } from '../../../domain/graph/graph.ts'
import { type Html, html } from '../../layout/html.ts'
import { copyField, hidden, minute } from '../forms/fields.ts'
import type { NamedGraph } from './graph-names.ts'
import { versionList } from './graph-versions.ts'
import { thumbnail } from './graphs-page.ts'

interface GraphPage {
  readonly base: string
  readonly addresses: Addresses
  readonly graph: NamedGraph
}

interface GraphPageOfMine extends GraphPage {
  /** The embed code. */
  readonly embed: string
  /** The kept versions, newest first. */
  readonly versions: readonly VersionStamp[]
}

/** The page with addresses, files and versions. */
export function graphPage({ base, addresses, graph, embed, versions }: GraphPageOfMine): Html {
  const { graphId } = graph
  const permalink = addresses.permalink(graphId)
  return html`<article class="stack">
<header class="stack"><p class="small"><a href="${base}/account/graphs">My graphs</a></p>
<h1 dir="auto">${graph.name}</h1>
<p class="muted small">Created ${minute(graph.createdAt)}${graph.version > 1 && html` · changed ${minute(graph.updatedAt)}`}${graph.traceTypes.length > 0 && ` · ${graph.traceTypes.join(', ')}`}${graph.expiresAt && html` · expires ${minute(graph.expiresAt)}`}</p></header>
<div class="share">
<a class="share-image" href="${permalink}">${imageOf(addresses, graph)}</a>
<div class="stack">
<p><a class="button button-primary" href="${permalink}">Open the page</a></p>
${copyField('link', 'Link', permalink)}
${copyField('image-link', 'Image', addresses.image(graphId))}
${copyField('embed', 'Embed code', embed)}
<section class="stack-small" aria-labelledby="downloads"><h2 id="downloads" class="label">Download</h2>
<div class="row">
<a class="button button-small" download href="${addresses.image(graphId)}?download">PNG</a>
<a class="button button-small" download href="${addresses.image(graphId, 'svg')}?download">SVG</a>
<a class="button button-small" download href="${addresses.image(graphId, 'pdf')}?download">PDF</a>
<a class="button button-small" download href="${addresses.download(graphId)}">HTML</a>
<a class="button button-small" download href="${permalink}.csv?download">CSV</a>
<a class="button button-small" download href="${permalink}.json?download">JSON</a>
</div></section>
${versionList({ base, addresses, graph, versions })}
${warningList(graph)}
${omittedList(graph)}
<p class="delete-line"><a class="button button-danger" href="${base}/account/graphs/delete/${graphId}">Delete…</a></p>
</div></div></article>`
}

/** The warnings of the figure. */
function warningList({ warnings }: GraphRecord): Html | false {
  if (warnings.length === 0) return false
  return html`<section class="stack-small" aria-labelledby="warnings"><h2 id="warnings" class="label">Not drawn as meant</h2>
<ul class="small">${warnings.map(({ path, message }) => html`<li><code>${path}</code>: ${message}</li>`)}</ul></section>`
}

/** The remote parts that the image was drawn without, such as the background of a map. */
function omittedList({ rendering: { omitted } }: GraphRecord): Html | false {
  if (omitted.length === 0) return false
  return html`<section class="stack-small" aria-labelledby="omitted"><h2 id="omitted" class="label">Left out of the image</h2>
<p class="small">These are on other servers, from which images never load anything. The graph’s page loads them in the reader’s browser.</p>
<ul class="small">${omitted.map(address => html`<li><code>${address}</code></li>`)}</ul></section>`
}

/** The confirmation page for deleting one graph. */
export function deletePage({ base, addresses, graph }: GraphPage): Html {
  return html`<div class="entrance stack"><h1>Delete this graph?</h1>
<div class="card stack"><div class="share-image">${imageOf(addresses, graph)}</div>
<p><strong dir="auto">${graph.name}</strong><br><span class="small muted">Created ${minute(graph.createdAt)}</span></p>
<p>Its page, images and data are permanently removed. Links to it and pages that embed it stop working.</p>
<form class="row" method="post" action="${base}/account/graphs/delete/${graph.graphId}">
<button class="button-danger">Delete graph</button><a class="button" href="${base}/account/graphs">Keep it</a>
</form></div></div>`
}

/** The confirmation page for deleting the selected graphs. */
export function deleteManyPage({ base, graphs }: { base: string; graphs: readonly NamedGraph[] }): Html {
  return html`<div class="entrance stack"><h1>Delete ${graphs.length === 1 ? 'this graph' : `these ${graphs.length} graphs`}?</h1>
<div class="card stack"><ul>${graphs.map(graph => html`<li><strong dir="auto">${graph.name}</strong> <span class="small muted">${minute(graph.createdAt)}</span></li>`)}</ul>
<p>Their pages, images and data are permanently removed. Links to them and pages that embed them stop working.</p>
<form class="row" method="post" action="${base}/account/graphs/delete">${graphs.map(({ graphId }) => hidden('id', graphId))}
<button class="button-danger">Delete ${graphs.length === 1 ? 'graph' : `${graphs.length} graphs`}</button><a class="button" href="${base}/account/graphs">Keep them</a>
</form></div></div>`
}

function imageOf(addresses: Addresses, graph: NamedGraph): Html {
  const { status, error } = graph.rendering
  return status === 'failed'
    ? html`<span class="muted small">This figure could not be drawn${error && `: ${error}`}</span>`
    : thumbnail(addresses, graph)
}
