/** The embed code: an iframe that shows a graph on another page. */

import type { Addresses } from '../../domain/addresses.ts'
import type { GraphRecord } from '../../domain/graph/graph.ts'
import type { Theme } from '../../domain/image/look.ts'
import { defaultSize } from '../../plotly/default-size.ts'
import type { Traits } from '../../plotly/figure-traits.ts'
import { html } from '../layout/html.ts'

export interface EmbedSize {
  readonly width: number
  readonly height: number
}

export interface SizeLimits {
  readonly width: number | null
  readonly height: number | null
}

const unlimited: SizeLimits = { width: null, height: null }

/** The size of an embedded figure: the layout's or the default, within limits. A fixed width keeps its aspect ratio. */
export function embedSize(traits: Pick<Traits, 'width' | 'height'>, max: SizeLimits = unlimited): EmbedSize {
  const width = traits.width ?? defaultSize.width
  const height = traits.height ?? defaultSize.height
  const within = (size: number, limit: number | null) => Math.min(1, (limit ?? size) / size)
  const [wide, high] = [within(width, max.width), within(height, max.height)]
  const ratio = traits.width === null ? null : Math.min(wide, high)
  return {
    width: Math.max(1, Math.floor(width * (ratio ?? wide))),
    height: Math.max(1, Math.floor(height * (ratio ?? high))),
  }
}

/** Size attributes of an iframe. */
export const sizeAttributes = {
  /** As wide as its container, up to the figure's width, with its aspect ratio. */
  fluid: ({ width, height }: EmbedSize): string =>
    `width="${width}" height="${height}" style="border:0;width:100%;max-width:${width}px;height:auto;aspect-ratio:${width}/${height}"`,
  /** As wide as its container. */
  full: ({ width, height }: EmbedSize): string =>
    `width="${width}" height="${height}" style="border:0;width:100%;height:auto;aspect-ratio:${width}/${height}"`,
  fixed: ({ width, height }: EmbedSize): string =>
    `width="${width}" height="${height}" style="border:0;max-width:100%"`,
}

export interface EmbedOptions {
  readonly attributes?: string
  readonly theme?: Theme | 'auto' | null
  /** The graph, or a version of it. */
  readonly name?: string
}

/** The embed code, in the size of the figure unless `attributes` set another. */
export function embedCode(
  graph: Pick<GraphRecord, 'graphId' | 'title'>,
  traits: Pick<Traits, 'width' | 'height'>,
  addresses: Pick<Addresses, 'permalink'>,
  {
    attributes = sizeAttributes.fluid(embedSize(traits)),
    theme = null,
    name = graph.graphId,
  }: EmbedOptions = {},
): string {
  const address = `${addresses.permalink(name)}?embed${theme === null ? '' : `&theme=${theme}`}`
  const [begin, end] = [
    html`<iframe src="${address}" title="${graph.title ?? 'Chart'}"`,
    html` loading="lazy" allow="clipboard-write; fullscreen"></iframe>`,
  ]
  return `${begin.text} ${attributes}${end.text}`
}

/** A script for embedding pages that adjusts the frames to the height of their figures and the colours of the page. */
export const embedScript = (plotUrl: string): string => `<script async src="${plotUrl}/embed.js"></script>`
