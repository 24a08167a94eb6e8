/**
 * What an svg file refers to: its own parts, the images in it, and the web addresses that its texts link to. The
 * file is opened by people, far from any policy of ours.
 */

/** A value that loads something, or an escape that may spell one. */
const doubtful = /\\|(?:url|image|image-set|src|cross-fade|element)\((?!(?:&quot;|['"])?#)/i

/** Every function it calls is one of colours, sums and places, or refers to a part of the file. */
const plainValue =
  /^(?:[^()\\]|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|calc|translate|rotate|scale|matrix|skew[XY])\([^()\\]*\)|\burl\((['"]?)#[^()'"\\]*\1\))*$/i

/** Attributes that the library keeps for itself, and that hold texts as they were sent. */
const notes = ['data-unformatted', 'data-math']

/**
 * Whether a figure of these JSON texts can bring any. It takes an escape, or a bracket that opens no colour, which
 * most figures do without, and which is quick to see, also in megabytes.
 */
export const mayRefer = (...texts: readonly (string | null)[]): boolean =>
  texts.some(text => text !== null && (text.includes('\\') || callsMoreThanColours(text)))

function callsMoreThanColours(text: string): boolean {
  for (let at = text.indexOf('('); at !== -1; at = text.indexOf('(', at + 1)) {
    if (!/(?:rgb|hsl)a?$/i.test(text.slice(Math.max(0, at - 4), at))) return true
  }
  return false
}

/** Without references to elsewhere; unchanged, to the byte, where there is nothing in doubt. */
export function cleanReferences(
  svg: string,
  parse: (text: string, type: DOMParserSupportedType) => Document,
): string {
  if (!doubtful.test(svg)) return svg
  const { documentElement: root } = parse(svg, 'image/svg+xml')
  for (const element of [root, ...root.querySelectorAll('*')]) {
    for (const { name, localName, value } of [...element.attributes]) {
      const cleaned = cleanAttribute(element, localName, value)
      if (cleaned === null) element.removeAttribute(name)
      else if (cleaned !== value) element.setAttribute(name, cleaned)
    }
  }
  return new XMLSerializer().serializeToString(root)
}

function cleanAttribute(element: Element, name: string, value: string): string | null {
  if (notes.includes(name) || name.startsWith('on')) return null
  if (name === 'href') return refersWithin(element, value) ? value : null
  if (name === 'style') {
    return value
      .split(';')
      .filter(declaration => plainValue.test(declaration))
      .join(';')
  }
  return plainValue.test(value) ? value : null
}

function refersWithin(element: Element, address: string): boolean {
  if (element.localName === 'a') return /^(?:https?|mailto):/i.test(address)
  return element.localName === 'image' ? /^data:image\//i.test(address) : address.startsWith('#')
}
