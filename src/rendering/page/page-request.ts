/** What is sent to the page for a figure: its short texts through the pipe, and the others as files. */

import type { PageRequest } from '../../browser/renderer/protocol.ts'
import type { Figure, FigureText } from '../../domain/figure/text.ts'
import type { RenderRequest } from '../../domain/image/ports.ts'
import { isTransferable } from './file-transfer.ts'

/** What is sent through the pipe, and the texts that are too large for it. */
export function requestOf(
  figure: Figure,
  { formats, look }: Pick<RenderRequest, 'formats' | 'look'>,
  triesSvgImages = false,
) {
  const texts = new Map<string, Buffer>()
  const inline = (name: string, text: FigureText): string => {
    if (!isTransferable(text)) return String(text)
    texts.set(name, text)
    return ''
  }
  const request: PageRequest = {
    data: inline('data', figure.data),
    layout: inline('layout', figure.layout),
    frames: figure.frames && inline('frames', figure.frames),
    ...look,
    formats,
    triesSvgImages,
  }
  return { request, texts }
}
