/**
 * Restricts the references in an svg file to its own parts, the images in it, and web addresses to which its texts
 * link. People open the file where none of our policies apply.
 */

/** A value that loads something, or an escape that may hide one. */
const doubtful = /\\|(?:url|image|image-set|src|cross-fade|element)\((?!(?:&quot;|['"])?#)/i

/** A value whose functions are only those for colours, sums and positions, or references to a part of the file. */
const plainValue =
  /^(?:[^()\\]|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|calc|translate|rotate|scale|matrix|skew[XY])\([^()\\]*\)|\burl\((['"]?)#[^()'"\\]*\1\))*$/i

/** Attributes in which the library keeps texts as they were sent. */
const notes = ['data-unformatted', 'data-math']

/**
 * Whether a figure with these JSON texts can contain references. They need an escape, or a parenthesis that is not part
 * of a colour. Most figures have neither, and the check is fast for megabytes too.
 */
export const mayRefer = (...texts: readonly (string | null)[]): boolean =>
  texts.some(text => text !== null && (text.includes('\\') || callsMoreThanColours(text)))

function callsMoreThanColours(text: string): boolean {
  for (let at = text.indexOf('('); at !== -1; at = text.indexOf('(', at + 1)) {
    if (!/(?:rgb|hsl)a?$/i.test(text.slice(Math.max(0, at - 4), at))) return true
  }
  return false
}

/** Removes references to elsewhere. A file without doubtful values stays the same, byte for byte. */
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
