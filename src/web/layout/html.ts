/** HTML from tagged templates: what is put in is escaped, unless it is Html itself. */

/** A piece of finished markup. Only `html` and `raw` make one. */
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

/** html`<p title="${text}">${part}</p>`: safe in text and in quoted attributes. Lists are joined, `null` and `false` are nothing. */
export function html(strings: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  return new Html(String.raw({ raw: strings }, ...values.map(toMarkup)))
}

/** Marks markup made by this program as finished. Never give it anything a caller sent. */
export const raw = (markup: string): Html => new Html(markup)

const named: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** A text that stands for itself in HTML text and in quoted attributes. */
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, each => named[each] ?? each)

function toMarkup(value: HtmlValue): string {
  if (value === null || value === undefined || value === false) return ''
  if (value instanceof Html) return value.text
  if (typeof value === 'object') return value.map(toMarkup).join('')
  return escapeHtml(String(value))
}

/**
 * JSON that may stand in a script element: the same JSON, and no byte of it can end the element or open a comment.
 * Within JSON texts `<` occurs in strings alone; only before these words does it mean anything to a reader of HTML.
 */
export const scriptJson = (json: string): Html =>
  // Not by looking ahead: the longer a match is, the more of a text is skipped, and texts may be nothing but `<`.
  new Html(json.replace(/<(!--|\/?script)/gi, '\\u003c$1'))
