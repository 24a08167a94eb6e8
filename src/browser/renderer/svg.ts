/** Texts of svg files. */

/** The same drawing at another size. */
export function scaleSvg(svg: string, width: number, height: number, scale: number): string {
  const end = svg.indexOf('>')
  return (
    svg
      .slice(0, end)
      .replace(` width="${width}"`, ` width="${width * scale}"`)
      .replace(` height="${height}"`, ` height="${height * scale}"`) + svg.slice(end)
  )
}

/**
 * The place of an element's `style` among its attributes tells what was measured in this page before; at the end it
 * tells nothing.
 */
export const putStylesLast = (svg: string): string =>
  svg.replace(
    /<([a-z][\w:]*)((?: [\w:.-]+="[^"]*")*?)( style="[^"]*")((?: [\w:.-]+="[^"]*")+)/gi,
    '<$1$2$4$3',
  )

export async function decodeSvg(svg: string): Promise<HTMLImageElement> {
  const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }))
  try {
    const image = new Image()
    image.src = address
    await image.decode()
    return image
  } finally {
    URL.revokeObjectURL(address)
  }
}
