/** The iframe that shows a graph on another page. */

import type { Addresses } from '../../domain/graph/addresses.ts'
import { defaultSize, type GraphRecord } from '../../domain/graph/graph.ts'
import type { Traits } from '../../plotly/figure-traits.ts'
import { html } from '../layout/html.ts'

export interface EmbedSize {
  readonly width: number
  readonly height: number
}

/** The layout's size, else the default, made smaller where it must fit. */
export function embedSize(
  traits: Pick<Traits, 'width' | 'height'>,
  most: { readonly width: number | null; readonly height: number | null } = { width: null, height: null },
): EmbedSize {
  const width = traits.width ?? defaultSize.width
  const height = traits.height ?? defaultSize.height
  return {
    width: Math.max(1, Math.round(Math.min(width, most.width ?? width))),
    height: Math.max(1, Math.round(Math.min(height, most.height ?? height))),
  }
}

export function embedCode(
  graph: Pick<GraphRecord, 'graphId' | 'title'>,
  traits: Pick<Traits, 'width' | 'height'>,
  addresses: Addresses,
  size: EmbedSize = embedSize(traits),
): string {
  return html`<iframe src="${addresses.permalink(graph.graphId)}?embed" title="${graph.title ?? 'Chart'}" width="${size.width}" height="${size.height}" style="border:0;max-width:100%" loading="lazy" allow="clipboard-write; fullscreen"></iframe>`
    .text
}
