/** The subset of Markdown in the OpenAPI document: paragraphs, `code` and **bold**. */

import { type Html, html } from '../../layout/html.ts'

export const paragraphs = (text: string): readonly Html[] =>
  text.split(/\n{2,}/).map(each => html`<p>${inline(each)}</p>`)

/** Renders code and bold text within a line. */
export const inline = (text: string): readonly (Html | string)[] =>
  text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map(piece => {
    if (piece.startsWith('`')) return html`<code>${piece.slice(1, -1)}</code>`
    if (piece.startsWith('**')) return html`<strong>${piece.slice(2, -2)}</strong>`
    return piece
  })
