/** The box that a figure stands in, as the style sheet wants it told. */

import type { Traits } from '../../plotly/figure-traits.ts'

/** `fixed`: the layout sets the width. `style`: the box's custom properties, for a `style` attribute. */
export function figureSizeOf(traits: Traits): { readonly fixed: boolean; readonly style: string } {
  const fixed = traits.width !== null
  const size = [
    fixed && `--w:${traits.width}px`,
    traits.height !== null && `--high:${traits.height};--h:${traits.height}px`,
    traits.phoneGrowth > 0 && `--more:${traits.phoneGrowth}`,
    fixed && `--ratio:${traits.width}/var(--high)`,
    !traits.themeable && traits.paper && `--figure:${traits.paper}`,
  ]
  return { fixed, style: size.filter(Boolean).join(';') }
}
