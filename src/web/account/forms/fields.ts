/** The elements of the account's forms. */

import type { ErrorDetail } from '../../../errors/errors.ts'
import { type Html, type HtmlValue, html, raw } from '../../layout/html.ts'
import { sentence } from '../../layout/sentence.ts'

/** The errors of a form, by field name. */
export type Faults = ReadonlyMap<string, string>

export const noFaults: Faults = new Map()

export const faultsOf = (details: readonly ErrorDetail[] | undefined): Faults =>
  new Map(details?.map(({ path, message }) => [path, message]))

export interface FieldOptions {
  /** Needed if two forms of a page have a field with this name. */
  readonly id?: string
  readonly name: string
  readonly label: string
  readonly type?: 'text' | 'password' | 'search'
  readonly value?: string
  readonly hint?: HtmlValue
  readonly faults?: Faults
  readonly autocomplete?: string
  readonly autofocus?: boolean
  readonly inputmode?: 'email'
  readonly minlength?: number
  readonly maxlength?: number
}

/** A labelled input. */
export function field(options: FieldOptions): Html {
  const { type = 'text', autocomplete, autofocus, inputmode, maxlength, minlength, value } = options
  return labelled(
    options,
    state =>
      html`<input type="${type}" required${attributes({ value, autocomplete, inputmode, minlength, maxlength })}${state}${
        autofocus && raw(' autofocus')
      }${type === 'password' && raw(' data-reveal')}${
        inputmode === 'email' && raw(' autocapitalize="none" spellcheck="false"')
      }>`,
  )
}

interface SelectOptions extends Pick<FieldOptions, 'name' | 'label' | 'hint' | 'faults'> {
  /** Values and their labels. */
  readonly choices: readonly (readonly [value: string, label: string])[]
  readonly chosen: string
}

/** A labelled list of choices. */
export const select = ({ choices, chosen, ...options }: SelectOptions): Html =>
  labelled(
    options,
    state =>
      html`<select${state}>${choices.map(
        ([value, label]) =>
          html`<option value="${value}"${value === chosen && raw(' selected')}>${label}</option>`,
      )}</select>`,
  )

/** A form control with its label and hint, and after an error, the remedy. */
function labelled(
  { name, label, hint, faults, id = `field-${name}` }: Omit<FieldOptions, 'type'>,
  control: (state: Html) => Html,
): Html {
  const fault = faults?.get(name)
  const [firstFaulty] = faults?.keys() ?? []
  const described = [hint && `${id}-hint`, fault && `${id}-fault`].filter(Boolean).join(' ')
  const state = html`${attributes({
    id,
    name,
    'aria-describedby': described || undefined,
    'aria-invalid': fault ? 'true' : undefined,
  })}${name === firstFaulty && raw(' autofocus')}`
  return html`<div class="field">
<label for="${id}">${label}</label>
${hint && html`<span class="hint" id="${id}-hint">${hint}</span>`}
${control(state)}
${fault && html`<span class="fault" id="${id}-fault">${sentence(fault)}</span>`}
</div>`
}

function attributes(values: Readonly<Record<string, string | number | undefined>>): HtmlValue {
  return Object.entries(values).map(
    ([name, value]) => value !== undefined && html` ${raw(name)}="${String(value)}"`,
  )
}

export const hidden = (name: string, value: string): Html =>
  html`<input type="hidden" name="${name}" value="${value}">`

/** A text to copy: selectable, and with script also copied by a button. */
export const copyField = (id: string, label: string, value: string): Html =>
  html`<div class="field">
<label for="${id}">${label}</label>
<div class="copy-line"><input id="${id}" class="mono" readonly value="${value}"><button type="button" class="button-small" data-copy="${id}" hidden>Copy<span class="visually-hidden"> ${label.toLowerCase()}</span></button></div>
</div>`

export const copyBlock = (id: string, label: string, code: string): Html =>
  html`<div class="stack example">
<div class="row row-between"><h3 id="${id}-label">${label}</h3><button type="button" class="button-small" data-copy="${id}" hidden>Copy<span class="visually-hidden"> the ${label} example</span></button></div>
<pre tabindex="0" role="region" aria-labelledby="${id}-label"><code id="${id}">${code}</code></pre>
</div>`

/** Shows the errors of the form as a whole. */
export const alert = (faults: Faults): HtmlValue => {
  const fault = faults.get('')
  return fault !== undefined && html`<p class="notice notice-bad" role="alert">${sentence(fault)}</p>`
}

const days = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})
const minutes = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
})

export const day = (date: Date): Html =>
  html`<time datetime="${date.toISOString()}">${days.format(date)}</time>`
export const minute = (date: Date): Html =>
  html`<time datetime="${date.toISOString()}">${minutes.format(date)} UTC</time>`
