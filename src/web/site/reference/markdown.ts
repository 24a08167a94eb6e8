/** The little Markdown that descriptions in the OpenAPI document use: paragraphs, `code` and **weight**. */

import { type Html, html } from '../../layout/html.ts'

export const paragraphs = (text: string): readonly Html[] =>
  text.split(/\n{2,}/).map(each => html`<p>${inline(each)}</p>`)

/** Code and weight within a line, as markup. */
export const inline = (text: string): readonly (Html | string)[] =>
  text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map(piece => {
    if (piece.startsWith('`')) return html`<code>${piece.slice(1, -1)}</code>`
    if (piece.startsWith('**')) return html`<strong>${piece.slice(2, -2)}</strong>`
    return piece
  })
