/** Schemas of bodies as tables of their fields. */

import { type Html, html } from '../../layout/html.ts'
import { nameOf, type Schema } from './document.ts'
import { inline } from './markdown.ts'

/** Describes a type: `integer, 10 to 20000`, `array of Trace`, with links to named schemas. */
export function typeOf(schema: Schema): Html {
  const { $ref, items, anyOf, oneOf, const: only } = schema
  if ($ref) return html`<a href="#${nameOf($ref)}">${nameOf($ref)}</a>`
  if (only !== undefined) return html`<code>${JSON.stringify(only)}</code>`
  if (schema.enum)
    return html`${joined(
      schema.enum.map(each => html`<code>${String(each)}</code>`),
      ' or ',
    )}`
  const several = anyOf ?? oneOf
  if (several) return html`${joined(several.map(typeOf), ' or ')}`
  const types = [schema.type ?? 'any'].flat().join(' or ')
  return html`${types}${items && html` of ${typeOf(items)}`}${bounds(schema)}`
}

function bounds({ minimum, maximum }: Schema): string {
  if (minimum !== undefined && maximum !== undefined) return `, ${minimum} to ${maximum}`
  if (minimum !== undefined) return `, at least ${minimum}`
  return maximum === undefined ? '' : `, at most ${maximum}`
}

function joined(parts: readonly Html[], between: string): readonly (Html | string)[] {
  return parts.flatMap((part, i) => (i === 0 ? [part] : [between, part]))
}

interface Row {
  readonly name: string
  readonly note?: string | undefined
  readonly schema: Schema
  readonly description: string
}

/** A list of names with their type and meaning. */
export const fieldList = (rows: readonly Row[]): Html =>
  html`<dl class="fields">${rows.map(
    ({ name, note, schema, description }) =>
      html`<div><dt><code>${name}</code> <span class="small muted">${typeOf(schema)}${note && `, ${note}`}</span></dt>
<dd>${inline(description)}</dd></div>`,
  )}</dl>`

/** The fields of a schema. Nested fields are prefixed: `graph.permalink`. */
export function rowsOf({ properties = {}, required = [] }: Schema, above = ''): readonly Row[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const note = required.includes(name) ? undefined : 'optional'
    const row = { name: above + name, note, schema, description: schema.description ?? '' }
    return [row, ...rowsOf(schema, `${above}${name}.`)]
  })
}

export const schemaSection = (
  name: string,
  schema: Schema,
): Html => html`<section class="operation" id="${name}">
<h3>${name}</h3>
${schema.description && html`<p>${inline(schema.description)}</p>`}
${schema.properties ? fieldList(rowsOf(schema)) : html`<p class="muted">${typeOf(schema)}</p>`}
</section>`
