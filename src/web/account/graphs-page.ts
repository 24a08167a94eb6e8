/** The gallery of an account's graphs. */

import type { Addresses } from '../../domain/graph/addresses.ts'
import type { GraphRecord } from '../../domain/graph/graph.ts'
import { type Html, html } from '../layout/html.ts'
import { writeCursor } from './cursor.ts'
import { minute } from './fields.ts'

interface Gallery {
  readonly base: string
  readonly addresses: Addresses
  readonly graphs: readonly GraphRecord[]
  /** What was searched for, or the empty text. */
  readonly title: string
  /** Of all the account's graphs; null while searching. */
  readonly total: number | null
  readonly newer: boolean
  readonly older: boolean
}

const listed = new Intl.ListFormat('en')
const counted = new Intl.NumberFormat('en')

/** What a graph without a title is called: after what it draws, such as "Bar and scatter graph". */
export function nameOf({ title, traceTypes }: GraphRecord): string {
  const given = title?.trim()
  if (given) return given
  if (traceTypes.length === 0) return 'Empty graph'
  const types = listed.format(traceTypes)
  return `${types.charAt(0).toUpperCase()}${types.slice(1)} graph`
}

export function galleryPage(gallery: Gallery): Html {
  const { base, graphs, title, total } = gallery
  return html`<div class="stack gallery-page">
<header class="row row-between"><div class="row gallery-title"><h1>My graphs</h1>${total !== null && total > 0 && html`<span class="muted">${counted.format(total)}</span>`}</div>
${(title || total !== 0) && searchForm(base, title)}</header>
${graphs.length === 0 ? nothing(gallery) : html`<ul class="gallery" id="gallery">${graphs.map(graph => card(gallery, graph))}</ul>${paging(gallery)}`}
</div>`
}

const searchForm = (base: string, title: string): Html =>
  html`<form class="search" role="search" action="${base}/account/graphs"><label class="visually-hidden" for="search">Search by title</label><input id="search" type="search" name="q" value="${title}" placeholder="Search by title" maxlength="200"><button>Search</button></form>`

function nothing({ base, title, newer }: Gallery): Html {
  if (title) {
    return html`<p class="notice">No title contains “${title}”. <a href="${base}/account/graphs">Show all graphs</a></p>`
  }
  if (newer)
    return html`<p class="notice">Nothing older. <a href="${base}/account/graphs">To the newest</a></p>`
  return html`<div class="card stack entrance"><h2>No graphs yet</h2>
<p>What you create with one of your API keys appears here, with its picture, its link and its code for other pages.</p>
<p><a class="button button-primary" href="${base}/account">Get a key</a></p></div>`
}

function card({ base, addresses }: Gallery, graph: GraphRecord): Html {
  const { graphId, rendering, createdAt } = graph
  const name = nameOf(graph)
  const permalink = addresses.permalink(graphId)
  return html`<li class="plate">
<a class="plate-picture" href="${permalink}">${
    rendering.status === 'failed'
      ? html`<span class="muted small">This figure could not be drawn</span><span class="visually-hidden">: ${name}</span>`
      : html`<img src="${addresses.image(graphId)}" alt="${name}" loading="lazy" decoding="async" width="700" height="500">`
  }</a>
<div class="plate-text"><h2><a href="${base}/account/graphs/${graphId}">${name}</a></h2>
<span class="small muted">${minute(createdAt)}</span></div>
<div class="plate-actions"><a class="button button-small" href="${permalink}">Open<span class="visually-hidden"> ${name}</span></a>
<button type="button" class="button-small" data-copy-text="${permalink}" hidden>Copy link<span class="visually-hidden"> of ${name}</span></button>
<a class="button button-small" href="${base}/account/graphs/${graphId}">Share<span class="visually-hidden"> ${name}</span></a>
<a class="delete" href="${base}/account/graphs/delete/${graphId}">Delete<span class="visually-hidden"> ${name}</span></a></div>
</li>`
}

function paging({ base, graphs, title, newer, older }: Gallery): Html | false {
  const first = graphs[0]
  const last = graphs.at(-1)
  if (!first || !last || (!newer && !older)) return false
  const address = (place: Record<string, string>) =>
    `${base}/account/graphs?${new URLSearchParams({ ...(title && { q: title }), ...place })}`
  return html`<nav class="paging row row-between" aria-label="Pages">
<span>${newer && html`<a class="button" rel="prev" href="${address({ before: writeCursor(first) })}">Newer</a>`}</span>
<span>${newer && html`<a href="${address({})}">Newest</a>`}</span>
<span>${older && html`<a class="button" rel="next" href="${address({ after: writeCursor(last) })}" data-more="gallery">Older</a>`}</span>
</nav>`
}
