/** The size of a figure's box, for the style sheet. */

import type { Traits } from '../../plotly/figure-traits.ts'

/**
 * `fixed` tells whether the layout sets the width. `style` contains the box's custom properties for a `style` attribute. In
 * an iframe, transparent figures show the embedding page.
 */
export function figureSizeOf(
  traits: Traits,
  embed = false,
): { readonly fixed: boolean; readonly style: string } {
  const fixed = traits.width !== null
  const ground = embed ? traits.paper : traits.ground
  const size = [
    fixed && `--w:${traits.width}px`,
    traits.height !== null && `--high:${traits.height};--h:${traits.height}px`,
    traits.phoneGrowth > 0 && `--more:${traits.phoneGrowth}`,
    fixed && `--ratio:${traits.width}/var(--high)`,
    !traits.themeable && ground && `--figure:${ground}`,
  ]
  return { fixed, style: size.filter(Boolean).join(';') }
}
