/** An operation on the API page: description, parameters, answers, and a curl command. */

import { type Html, html } from '../../layout/html.ts'
import { curlOf } from './curl.ts'
import { type Answer, type ApiDocument, type Call, nameOf, type Operation } from './document.ts'
import { inline, paragraphs } from './markdown.ts'
import { fieldList, rowsOf, typeOf } from './schemas.ts'

export function operationSection(call: Call, document: ApiDocument): Html {
  const { method, path, operation } = call
  const id = operation.operationId
  const server = document.servers[0]?.url ?? ''
  return html`<section class="operation" id="${id}" aria-labelledby="${id}-name">
<h3 id="${id}-name">${operation.summary}</h3>
<p class="call"><span class="verb verb-${method.toLowerCase()}">${method}</span> <code>${path}</code></p>
${operation.description && paragraphs(operation.description)}
<div class="example"><pre tabindex="0" role="region" aria-label="curl: ${operation.summary}"><code id="${id}-curl">${curlOf(call, server)}</code></pre>
<button type="button" class="button-small" data-copy="${id}-curl" hidden>Copy<span class="visually-hidden"> the line for ${operation.summary}</span></button></div>
${parametersOf(operation)}
${bodyOf(operation)}
${answersOf(operation, document)}
</section>`
}

const places: Readonly<Record<string, string>> = {
  path: 'in the address',
  query: 'in the query',
  header: 'header',
}

function parametersOf({ parameters = [] }: Operation): Html | null {
  if (parameters.length === 0) return null
  const rows = parameters.map(({ in: place, name, schema = {}, description }) => ({
    name,
    note: places[place] ?? place,
    schema,
    description: description ?? schema.description ?? '',
  }))
  return html`<details><summary>Parameters</summary>${fieldList(rows)}</details>`
}

function bodyOf({ requestBody }: Operation): Html | null {
  const [type, media] = Object.entries(requestBody?.content ?? {})[0] ?? []
  if (!type || !media?.schema) return null
  const { schema } = media
  return html`<details><summary>Body</summary><p>${typeOf(schema)}, as <code>${type}</code></p>${schema.properties && fieldList(rowsOf(schema))}</details>`
}

function answersOf({ responses }: Operation, { components }: ApiDocument): Html {
  const answers = Object.entries(responses).map(([status, answer]) => {
    const settled: Answer = (answer.$ref && components.responses[nameOf(answer.$ref)]) || answer
    const shapes = Object.entries(settled.content ?? {}).map(
      ([type, { schema }]) =>
        html` <span class="small muted">${type}${schema?.$ref && html`: ${typeOf(schema)}`}</span>`,
    )
    return html`<div><dt><code>${status}</code>${shapes}</dt><dd>${inline(settled.description ?? '')}</dd></div>`
  })
  return html`<details><summary>Answers</summary><dl class="fields">${answers}</dl></details>`
}
