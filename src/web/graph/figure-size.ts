/** The box that a figure stands in, as the style sheet wants it told. */

import type { Traits } from '../../plotly/figure-traits.ts'

/** `fixed`: the layout sets both sizes. `style`: the box's custom properties, for a `style` attribute. */
export function figureSizeOf(traits: Traits): { readonly fixed: boolean; readonly style: string } {
  const fixed = traits.width !== null && traits.height !== null
  const size = [
    traits.width !== null && `--w:${traits.width}px`,
    traits.height !== null && `--h:${traits.height}px`,
    traits.phoneGrowth > 0 && `--more:${traits.phoneGrowth}px`,
    fixed && `--ratio:${traits.width}/${traits.height}`,
    !traits.themeable && traits.paper && `--figure:${traits.paper}`,
  ]
  return { fixed, style: size.filter(Boolean).join(';') }
}
