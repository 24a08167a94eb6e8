/** The size of a figure's box, for the style sheet. */

import type { Theme } from '../../domain/image/look.ts'
import type { Traits } from '../../plotly/figure-traits.ts'

interface FigureBox {
  readonly embed?: boolean
  /** The theme that was requested for the figure, which gives it another background. */
  readonly theme?: Theme | null
}

/**
 * `fixed` tells whether the layout sets the width. `style` contains the box's custom properties for a `style` attribute. In
 * an iframe, transparent figures show the embedding page.
 */
export function figureSizeOf(
  traits: Traits,
  { embed = false, theme = null }: FigureBox = {},
): { readonly fixed: boolean; readonly style: string } {
  const fixed = traits.width !== null
  const ground = embed ? traits.paper : traits.ground
  const size = [
    fixed && `--w:${traits.width}px`,
    traits.height !== null && `--high:${traits.height};--h:${traits.height}px`,
    traits.leastWidth > 0 && `--least:${traits.leastWidth}px`,
    traits.phoneGrowth > 0 && `--more:${traits.phoneGrowth}`,
    fixed && `--ratio:${traits.width}/var(--high)`,
    !traits.themeable && theme === null && ground && `--figure:${ground}`,
  ]
  return { fixed, style: size.filter(Boolean).join(';') }
}
