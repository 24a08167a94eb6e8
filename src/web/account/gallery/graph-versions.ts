/** The versions of a graph: list, comparison and restoring. */

import type { Addresses } from '../../../domain/addresses.ts'
import { type VersionStamp, versionName } from '../../../domain/graph/graph.ts'
import { type Html, html } from '../../layout/html.ts'
import { minute } from '../forms/fields.ts'
import type { NamedGraph } from './graph-names.ts'
import { themedImage } from './graphs-page.ts'

interface VersionsPart {
  readonly base: string
  readonly addresses: Addresses
  readonly graph: NamedGraph
  readonly versions: readonly VersionStamp[]
}

/** The list of versions; nothing if the graph has never changed. */
export function versionList({ base, addresses, graph, versions }: VersionsPart): Html | false {
  if (versions.length < 2) return false
  const { graphId } = graph
  const page = `${base}/account/graphs/versions/${graphId}`
  return html`<section class="stack-small" aria-labelledby="versions"><h2 id="versions" class="label">Versions</h2>
<ul class="small">${versions.map(
    ({ version, createdAt }) =>
      html`<li><a href="${addresses.permalink(versionName({ graphId, version }))}">Version ${version}</a> <span class="muted">${minute(createdAt)}</span>${
        version === graph.version
          ? html` · newest`
          : html` · <a href="${page}?left=${version}&amp;right=${graph.version}">Compare</a>`
      }</li>`,
  )}</ul></section>`
}

interface ComparePage extends VersionsPart {
  readonly left: number
  readonly right: number
}

/** Shows two of the kept versions side by side. */
export function comparePage({ base, addresses, graph, versions, left, right }: ComparePage): Html {
  const { graphId } = graph
  const choice = (name: string, label: string, chosen: number) =>
    html`<div class="stack-small"><label for="${name}">${label}</label><select id="${name}" name="${name}">${versions.map(
      ({ version, createdAt }) =>
        html`<option value="${version}"${version === chosen && html` selected`}>Version ${version}, ${textOf(createdAt)}</option>`,
    )}</select></div>`
  const side = (version: number) => {
    const name = versionName({ graphId, version })
    return html`<section class="stack-small" aria-label="Version ${version}">
<h2>Version ${version}${version === graph.version && html` <span class="muted small">newest</span>`}</h2>
<a class="share-image" href="${addresses.permalink(name)}">${themedImage(addresses, name, `${graph.name}, version ${version}`)}</a>
${
  version !== graph.version &&
  html`<form method="post" action="${base}/account/graphs/versions/${graphId}"><input type="hidden" name="version" value="${version}"><button>Restore version ${version}</button></form>`
}</section>`
  }
  return html`<article class="stack">
<header class="stack"><p class="small"><a dir="auto" href="${base}/account/graphs/${graphId}">${graph.name}</a></p>
<h1>Two versions</h1>
<p class="muted small">Restoring one creates a new version that is equal to it; nothing is lost.</p></header>
<form class="row compare-choice" method="get">${choice('left', 'Left', left)}${choice('right', 'Right', right)}<button>Compare</button></form>
<div class="compare">${side(left)}${side(right)}</div></article>`
}

const textOf = (time: Date): string => `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`
