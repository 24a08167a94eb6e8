/** The logo: a gate whose bars are a chart. Inline svg, so that it uses the surrounding colours. */

import { html, raw } from './html.ts'

const bars = '<rect x="7" y="14" width="2.6" height="7"/><rect x="14.4" y="9" width="2.6" height="12"/>'
const middle = '<rect x="10.7" y="11.5" width="2.6" height="9.5"/>'
const arch = 'M3.5 21V11.5a8.5 8.5 0 0 1 17 0V21'

/** The logo, hidden from screen readers. */
const mark = raw(
  `<svg class="mark" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" focusable="false"><path d="${arch}" fill="none" stroke="currentColor" stroke-width="2.4" stroke-linecap="square"/><g fill="currentColor">${bars}</g><g class="mark-accent">${middle}</g></svg>`,
)

/** Logo and name. */
export const wordmark = html`${mark}<span class="wordmark-name">Plotgate</span>`

/** The favicon, with colours for light and dark tab bars. */
export const faviconSvg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><style>.i{color:#0d5f66}@media(prefers-color-scheme:dark){.i{color:#7fd6cf}}</style><g class="i"><path d="${arch}" fill="none" stroke="currentColor" stroke-width="2.6" stroke-linecap="square"/><g fill="currentColor">${bars}</g><g fill="#eda11a">${middle}</g></g></svg>`
