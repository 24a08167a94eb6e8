/** The gallery of an account's graphs. */

import type { Addresses } from '../../../domain/addresses.ts'
import { type Html, html, raw } from '../../layout/html.ts'
import { minute } from '../forms/fields.ts'
import { writeCursor } from './cursor.ts'
import { type GraphKind, graphKinds } from './graph-kinds.ts'
import type { NamedGraph } from './graph-names.ts'

interface Gallery {
  readonly base: string
  readonly addresses: Addresses
  readonly graphs: readonly NamedGraph[]
  /** The search text, or an empty text. */
  readonly title: string
  /** The selected kind; null for all. */
  readonly kind: GraphKind | null
  readonly order: GalleryOrder
  /** The number of all graphs of the account; null during a search. */
  readonly total: number | null
  /** Whether there are previous and next pages. */
  readonly previous: boolean
  readonly next: boolean
}

/** The names of the orders and of their links to other pages. */
const orders = {
  newest: { label: 'Newest first', previous: 'Newer', first: 'Newest', next: 'Older' },
  oldest: { label: 'Oldest first', previous: 'Older', first: 'Oldest', next: 'Newer' },
} as const

export type GalleryOrder = keyof typeof orders

export const readOrder = (given: string | null): GalleryOrder => (given === 'oldest' ? 'oldest' : 'newest')

const counted = new Intl.NumberFormat('en')

/** One page of the gallery. Works without scripts. */
export function galleryPage(gallery: Gallery): Html {
  const { base, graphs, total } = gallery
  return html`<div class="stack gallery-page">
<header class="row row-between"><div class="row gallery-title"><h1>My graphs</h1>${total !== null && total > 0 && html`<span class="muted">${counted.format(total)}</span>`}</div>
${total !== 0 && searchForm(gallery)}</header>
${graphs.length === 0 ? nothing(gallery) : html`<ul class="gallery" id="gallery">${graphs.map(graph => card(gallery, graph))}</ul>${selection(base)}${paging(gallery)}`}
</div>`
}

const searchForm = ({ base, title, kind, order }: Gallery): Html =>
  html`<form class="search" role="search" action="${base}/account/graphs"><label class="visually-hidden" for="search">Search by title</label><input id="search" type="search" name="q" dir="auto" value="${title}" placeholder="Search by title" maxlength="200"><label class="visually-hidden" for="kind">Kind</label><select id="kind" name="kind"><option value="">All kinds</option>${options(graphKinds, kind)}</select><label class="visually-hidden" for="order">Order</label><select id="order" name="order">${options(orders, order)}</select><button>Show</button></form>`

const options = (of: Readonly<Record<string, { readonly label: string }>>, chosen: string | null): Html[] =>
  Object.entries(of).map(
    ([value, { label }]) =>
      html`<option value="${value}"${value === chosen && raw(' selected')}>${label}</option>`,
  )

/** The actions for selected graphs, hidden by CSS while none is selected. */
const selection = (base: string): Html =>
  html`<form class="selection row" id="selection" action="${base}/account/graphs/delete"><button class="button-danger">Delete selected…</button><button type="reset">Clear selection</button></form>`

function nothing({ base, title, kind, order, previous }: Gallery): Html {
  if (kind) {
    const which = title ? ` with a title that contains “${title}”` : ''
    return html`<p class="notice">No graph of the kind “${graphKinds[kind].label}”${which}. <a href="${base}/account/graphs">Show all graphs</a></p>`
  }
  if (title) {
    return html`<p class="notice">No title contains “${title}”. <a href="${base}/account/graphs">Show all graphs</a></p>`
  }
  if (previous) {
    const { next, first } = orders[order]
    return html`<p class="notice">Nothing ${next.toLowerCase()}. <a href="${base}/account/graphs?order=${order}">To the ${first.toLowerCase()}</a></p>`
  }
  return html`<div class="card stack entrance"><h2>No graphs yet</h2>
<p>Graphs that you create with one of your API keys appear here, with their image, link and embed code.</p>
<p><a class="button button-primary" href="${base}/account">Get a key</a></p></div>`
}

function card({ base, addresses }: Gallery, graph: NamedGraph): Html {
  const { graphId, name, rendering, createdAt } = graph
  const permalink = addresses.permalink(graphId)
  return html`<li class="plate">
<a class="plate-image" href="${permalink}">${
    rendering.status === 'failed'
      ? html`<span class="muted small">This figure could not be drawn</span><span class="visually-hidden">: ${name}</span>`
      : thumbnail(addresses, graph, raw(' loading="lazy" decoding="async"'))
  }</a>
<div class="plate-text"><h2><a dir="auto" href="${base}/account/graphs/${graphId}">${name}</a></h2>
<div class="row row-between"><span class="small muted">${minute(createdAt)}</span>
<label class="check small"><input type="checkbox" name="id" value="${graphId}" form="selection"><span>Select<span class="visually-hidden"> ${name}</span></span></label></div></div>
<div class="plate-actions"><a class="button button-small" href="${permalink}">Open<span class="visually-hidden"> ${name}</span></a>
<button type="button" class="button-small" data-copy-text="${permalink}" hidden>Copy link<span class="visually-hidden"> of ${name}</span></button>
<a class="button button-small" href="${base}/account/graphs/${graphId}">Share<span class="visually-hidden"> ${name}</span></a>
<a class="delete" href="${base}/account/graphs/delete/${graphId}">Delete<span class="visually-hidden"> ${name}</span></a></div>
</li>`
}

function paging({ base, graphs, title, kind, order, previous, next }: Gallery): Html | false {
  const first = graphs[0]
  const last = graphs.at(-1)
  if (!first || !last || (!previous && !next)) return false
  const names = orders[order]
  const kept = { ...(title && { q: title }), ...(kind && { kind }), ...(order !== 'newest' && { order }) }
  const address = (place: Record<string, string>) =>
    `${base}/account/graphs?${new URLSearchParams({ ...kept, ...place })}`
  return html`<nav class="paging row row-between" aria-label="Pages">
<span>${previous && html`<a class="button" rel="prev" href="${address({ before: writeCursor(first) })}">${names.previous}</a>`}</span>
<span>${previous && html`<a href="${address({})}">${names.first}</a>`}</span>
<span>${next && html`<a class="button" rel="next" href="${address({ after: writeCursor(last) })}" data-more="gallery">${names.next}</a>`}</span>
</nav>`
}

/** The stored image of the newest version, in the theme of the page. */
export function thumbnail(addresses: Addresses, graph: NamedGraph, attributes?: Html): Html {
  const { graphId, name, rendering } = graph
  const drawn = rendering.status === 'ready'
  return html`${!drawn && html`<span class="coming" aria-hidden="true">Being drawn…</span>`}${themedImage(addresses, graphId, name, attributes)}`
}

/** The image of a graph or of a version of it, in the theme of the page. */
export function themedImage(addresses: Addresses, name: string, alt: string, attributes?: Html): Html {
  const dark = addresses.image(name, 'png', { theme: 'dark' })
  return html`<picture><source srcset="${dark}" media="(prefers-color-scheme: dark)"><img src="${addresses.image(name)}" alt="${alt}"${attributes} width="700" height="500"></picture>`
}
