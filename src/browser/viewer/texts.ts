/** The words that the page's script shows and speaks. The server sends them in other languages than English. */

export interface PageTexts {
  readonly pause: string
  /** The kind of element that the interactive figure is, for screen readers. */
  readonly chart: string
  readonly interactive: string
  readonly keysWalk: string
  readonly keyOpensTable: string
  /** `{}` is a time. */
  readonly updated: string
  readonly noWebgl: string
  readonly notLoaded: string
  readonly noMap: string
  /** `{}` is the reason, which is in English. */
  readonly notDrawn: string
  readonly copied: string
  readonly copyFromBar: string
  readonly copyByKey: string
  readonly linkCopied: string
  readonly notHere: string
  readonly loading: string
  readonly noData: string
  /** Of a point: a value that is absent, the value of a slice, and a link from one node to another. */
  readonly missing: string
  readonly value: string
  readonly link: string
  /** `{}` are its number and the number of points. */
  readonly point: string
}

export const english: PageTexts = {
  pause: 'Pause',
  chart: 'chart',
  interactive: 'Interactive figure.',
  keysWalk: 'Arrow keys walk its points.',
  keyOpensTable: 'Key T shows its data.',
  updated: 'Updated at {}',
  noWebgl: 'The interactive version needs WebGL, which this browser does not offer.',
  notLoaded: 'The interactive version could not be loaded. This is its image.',
  noMap: 'The background of this map comes from another server, which does not answer.',
  notDrawn: 'The interactive version could not be drawn: {}',
  copied: 'Copied',
  copyFromBar: 'Copy it from the address bar',
  copyByKey: 'Press Ctrl+C',
  linkCopied: 'Link copied',
  notHere: 'Not possible here',
  loading: 'Loading …',
  noData: 'The data could not be loaded. The Download menu has it as a file.',
  missing: 'missing',
  value: 'value',
  link: '{} to {}',
  point: 'Point {} of {}',
}

/** Puts values in place of each `{}`, in their order. */
export const filled = (text: string, ...values: readonly unknown[]): string =>
  values.reduce<string>((before, value) => before.replace('{}', () => String(value)), text)
