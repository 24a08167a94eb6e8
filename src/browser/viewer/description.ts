/** The figure in words, for who cannot see it. */

import type { FigureParts } from '../figure/parts.ts'
import { childOf } from '../json.ts'
import type { GraphPage } from './page.ts'

/** Series that are named; more are counted. */
const mostNamed = 12

export function describeFigure(title: string | null, { data, layout }: FigureParts): string {
  const named = data
    .slice(0, mostNamed)
    .map(({ name, type = 'scatter' }) =>
      typeof name === 'string' && name ? `${name} (${type})` : String(type),
    )
  const count = data.length === 1 ? 'One series' : `${data.length} series`
  const axis = (name: string) => {
    const text = childOf(childOf(layout, name), 'title')?.text
    return typeof text === 'string' ? text.replace(/<[^>]*>/g, ' ') : null
  }
  const sentences = [
    title ?? 'Untitled chart',
    `${count}: ${named.join(', ')}${data.length > mostNamed ? ' and more' : ''}`,
    axis('xaxis') && `Horizontal axis: ${axis('xaxis')}`,
    axis('yaxis') && `Vertical axis: ${axis('yaxis')}`,
  ]
  return `${sentences.filter(Boolean).join('. ')}.`
}

/** The static image lies under the interactive figure and speaks for it: that one is a heap of paths and numbers. */
export function labelFigure({ settings, box, live }: GraphPage, figure: FigureParts): void {
  const words = describeFigure(settings.title, figure)
  const image = box.querySelector('img')
  if (image) image.alt = words
  live.setAttribute('role', 'group')
  live.setAttribute('aria-label', image ? 'Interactive figure' : words)
}
