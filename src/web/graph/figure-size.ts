/** The box that a figure stands in, as the style sheet wants it told. */

import type { Traits } from '../../plotly/figure-traits.ts'

/**
 * `fixed`: the layout sets the width. `style`: the box's custom properties, for a `style` attribute. In a frame of another
 * page, that page is what shows through the figure's paper.
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
