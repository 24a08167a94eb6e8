/** The themes of a page and of the figure on it. */

import type { Theme } from '../../domain/image/look.ts'
import type { Traits } from '../../plotly/figure-traits.ts'
import type { PageParts } from './page-parts.ts'

/**
 * The theme of the address is that of the page and, as in images, of the figure. Without it, only figures that can change
 * take the page's. An embedded page is light unless its address or the embedding page sets another theme, because its
 * background is that of the embedding page. `auto` follows the reader's system.
 */
export function themesOf(
  requested: Theme | 'auto' | null,
  { themeable }: Traits,
  embed = false,
): Pick<PageParts, 'theme' | 'figureTheme' | 'followsHost'> {
  if (requested === 'auto') return { theme: null, figureTheme: null, followsHost: false }
  return {
    theme: requested ?? (embed ? 'light' : null),
    // A figure that can change is light by itself, and has one image for both.
    figureTheme: themeable && requested === 'light' ? null : requested,
    followsHost: embed && requested === null,
  }
}
