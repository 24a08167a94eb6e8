/** The icons of the user interface. Their strokes have the colour of the surrounding text. */

import { type Html, raw } from './html.ts'

const icon = (path: string): Html =>
  raw(
    `<svg viewBox="0 0 20 20" width="18" height="18" fill="none" stroke="currentColor" stroke-width="1.7" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" focusable="false"><path d="${path}"/></svg>`,
  )

export const icons = {
  link: icon(
    'M8.5 11.5a3 3 0 0 0 4.3 0l2.8-2.8a3 3 0 0 0-4.3-4.3l-.9.9M11.5 8.5a3 3 0 0 0-4.3 0l-2.8 2.8a3 3 0 0 0 4.3 4.3l.9-.9',
  ),
  share: icon('M10 12.5v-10M6.8 5.4 10 2.3l3.2 3.1M5.5 9H4v8.2h12V9h-1.5'),
  download: icon('M10 2.8v9.7M6.6 9.3 10 12.6l3.4-3.3M3.5 16.8h13'),
  embed: icon('m6.8 6-4 4 4 4M13.2 6l4 4-4 4'),
  fullscreen: icon('M3 7.5V3h4.5M12.5 3H17v4.5M17 12.5V17h-4.5M7.5 17H3v-4.5'),
  play: icon('M6 3.8v12.4L16 10z'),
} as const
