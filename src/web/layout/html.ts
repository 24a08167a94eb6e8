/** HTML from tagged templates. Inserted values are escaped unless they are Html. */

/** Escaped markup, made only by `html` and `raw`. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  toString(): string {
    return this.text
  }
}

export type HtmlValue = Html | string | number | null | undefined | false | readonly HtmlValue[]

/**
 * html`<p title="${text}">${part}</p>`: safe in text and in quoted attributes. Lists are joined; `null` and `false` are
 * omitted.
 */
export function html(strings: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  return new Html(String.raw({ raw: strings }, ...values.map(toMarkup)))
}

/** Trusts markup made by this program. Must never be used for user input. */
export const raw = (markup: string): Html => new Html(markup)

const named: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes a text for HTML text and quoted attributes. */
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, each => named[each] ?? each)

function toMarkup(value: HtmlValue): string {
  if (value === null || value === undefined || value === false) return ''
  if (value instanceof Html) return value.text
  if (typeof value === 'object') return value.map(toMarkup).join('')
  return escapeHtml(String(value))
}

/**
 * Escapes JSON for a script element, so that it cannot end the element or open a comment. In JSON, `<` occurs only in
 * strings, and HTML parsers treat it specially only before these words.
 */
export const scriptJson = (json: string): Html =>
  // Without a lookahead, which would be slow for texts that consist of `<` only.
  new Html(json.replace(/<(!--|\/?script)/gi, '\\u003c$1'))
