/** Functions for the texts of svg files. */

/** Characters that an XML document cannot contain, although a text may. */
const outsideXml = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu
/** The same and surrogates, which need the slower check. */
const maybeOutsideXml = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd]/

/** Removes characters that make the file unreadable: the library writes texts as they were sent. */
export const readableXml = (svg: string): string =>
  maybeOutsideXml.test(svg) ? svg.replace(outsideXml, '') : svg

/** The same drawing in another size. */
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
 * The svg from which the library makes its own pixels: only its svg files have a `viewBox`, which shifts a drawing whose
 * size has fractions.
 */
export const withoutViewBox = (svg: string): string => svg.replace(/ viewBox="[^"]*"/, '')

/**
 * The position of `style` among an element's attributes depends on what was measured in this page before. Moved to the
 * end, it depends on nothing.
 */
export const putStylesLast = (svg: string): string =>
  svg.replace(/(<[a-z][^<>]*)( style="[^"<>]*")((?: [\w:.-]+="[^"<>]*")+)/gi, '$1$3$2')

/** Rejects if the text is not an svg that can be painted. */
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
