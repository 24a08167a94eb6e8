/** The API page: every operation of the OpenAPI document, readable without a script. */

import { type Html, html } from '../../layout/html.ts'
import { type ApiDocument, type Call, callsOf } from './document.ts'
import { paragraphs } from './markdown.ts'
import { operationSection } from './operation.ts'
import { schemaSection } from './schemas.ts'

export interface ReferencePlaces {
  /** The path of {base_url}, for links. */
  readonly base: string
}

export function reference(document: ApiDocument, { base }: ReferencePlaces): Html {
  const groups = document.tags.map(tag => ({
    ...tag,
    calls: callsOf(document).filter(({ operation }) => operation.tags.includes(tag.name)),
  }))
  return html`<h1>API</h1>
<p class="muted">Set <code>PLOTGATE_KEY</code> to a key from your <a href="${base}/account">account page</a> and <code>ID</code> to the <code>graph_id</code> of a graph of yours, and every example on this page runs. For generators there is <a href="${base}/v1/openapi.json">openapi.json</a>. To select single fields, use <a href="${base}/graphql">GraphQL</a>.</p>
<nav class="operations" aria-label="Operations">${groups.map(({ name, calls }) => operationList(name, calls))}</nav>
${groups.map(
  ({ name, description, calls }) => html`<section aria-labelledby="${name}">
<h2 id="${name}">${name}</h2>
<p>${description}</p>
${calls.map(call => operationSection(call, document))}
</section>`,
)}
<section aria-labelledby="shapes"><h2 id="shapes">Schemas</h2>
${Object.entries(document.components.schemas).map(([name, schema]) => schemaSection(name, schema))}
</section>
<section aria-labelledby="rules"><h2 id="rules">For all operations</h2>
${paragraphs(document.info.description)}
</section>
<p class="visually-hidden" role="status" id="said"></p>`
}

const operationList = (
  name: string,
  calls: readonly Call[],
): Html => html`<h2 class="small muted">${name}</h2>
<ul>${calls.map(
  ({ method, path, operation }) =>
    html`<li><a href="#${operation.operationId}"><span class="verb verb-${method.toLowerCase()}">${method}</span> <code>${path}</code> <span class="muted">${operation.summary}</span></a></li>`,
)}</ul>`
