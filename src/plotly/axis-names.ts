/** The two names of axes: `x2` in traces, `xaxis2` in the layout. */

/** The name in the layout: `xaxis2` for `x2`. */
export const axisNameOf = (id: string): string => `${id.charAt(0)}axis${id.slice(1)}`

/** All names that a layout may give the axis with that id. The first axes may have a number: `xaxis` or `xaxis1`. */
export function axisNamesOf(id: string): readonly string[] {
  const name = axisNameOf(id)
  return id.length === 1 ? [name, `${name}1`] : [name]
}
