/** The words of a graph's page: English, and what a translation has. */

import type { PageTexts } from '../../../browser/viewer/texts.ts'
import type { FileFormat } from '../../../domain/image/formats.ts'

export interface PageWords {
  readonly startPage: string
  /** The name of the group of buttons, for screen readers. */
  readonly actions: string
  readonly play: string
  readonly fullScreen: string
  readonly share: string
  readonly linkToPage: string
  readonly copyLink: string
  readonly send: string
  readonly qrCode: string
  readonly download: string
  /** The file formats of the Download menu. Formats without a translation have their English names. */
  readonly files: Partial<Record<FileFormat, string>>
  readonly offline: string
  readonly showData: string
  readonly keyT: string
  readonly dataAsTable: string
  readonly dataAndLayout: string
  readonly embed: string
  readonly embedCode: string
  readonly size: string
  /** `{}` is a width in pixels. */
  readonly sizeUpTo: string
  readonly sizeFull: string
  /** `{}` are width and height. */
  readonly sizeFixed: string
  readonly colours: string
  readonly coloursOfPage: string
  readonly light: string
  readonly dark: string
  readonly coloursOfReader: string
  readonly withScript: string
  readonly copyCode: string
  readonly data: string
  readonly noRows: string
  readonly close: string
  readonly version: string
  readonly newestVersion: string
  /** `{}` is a date. */
  readonly until: string
  readonly gone: string
  readonly permanentLink: string
  readonly madeWith: string
  /** In the place of an image that is not there yet. */
  readonly drawing: string
  readonly noImage: string
  readonly reload: string
  /** `{}` is the reason, which is in English. */
  readonly imageFailed: string
}

/** A translation. `texts` are the words of the page's script. */
export type Translation = PageWords & { readonly texts: PageTexts }

export const english: PageWords = {
  startPage: 'Plotgate, start page',
  actions: 'Share and save',
  play: 'Play',
  fullScreen: 'Full screen',
  share: 'Share',
  linkToPage: 'Link to this page',
  copyLink: 'Copy link',
  send: 'Send',
  qrCode: 'QR code of the link',
  download: 'Download',
  files: {},
  offline: 'offline',
  showData: 'Show the data',
  keyT: 'Key T',
  dataAsTable: 'Data as a table',
  dataAndLayout: 'Data and layout',
  embed: 'Embed',
  embedCode: 'HTML for your page',
  size: 'Size',
  sizeUpTo: 'Full width, up to {} pixels',
  sizeFull: 'Full width',
  sizeFixed: '{} × {} pixels',
  colours: 'Colours',
  coloursOfPage: 'Those of your page, else light',
  light: 'Light',
  dark: 'Dark',
  coloursOfReader: 'As each reader prefers',
  withScript: 'With a script: as high as the figure, in your page’s colours',
  copyCode: 'Copy code',
  data: 'Data',
  noRows: 'There is no data.',
  close: 'Close',
  version: 'Version {}',
  newestVersion: 'Newest version',
  until: 'Available until {}',
  gone: 'This graph was deleted or has expired.',
  permanentLink: 'Permanent link',
  madeWith: 'Made with Plotgate',
  drawing: 'Drawing…',
  noImage: 'No image at the moment',
  reload: 'Reload this page in a moment.',
  imageFailed: 'The image of this figure could not be drawn: {}',
}

/** A text with values in place of each `{}`, in their order. */
export const filled = (text: string, ...values: readonly (string | number)[]): string =>
  values.reduce<string>((before, value) => before.replace('{}', () => String(value)), text)
