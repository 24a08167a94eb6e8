/**
 * Text that a figure brings never becomes markup: every way by which a script makes elements out of a text is
 * replaced by one that takes the text's words, and of its elements only links to web addresses. The map library
 * writes the attributions of map sources that way, as plain HTML. With it, the page's policy (Trusted Types) has
 * the browser refuse whatever way there may be besides.
 */

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: {
      createHTML?: (text: string) => string
      createScriptURL?: (address: string) => string | null
    },
  ): { createHTML(text: string): string }
}

export interface HtmlSinks {
  /** A document of its own, which loads and runs nothing, parsed as the browser does; for our own texts. */
  parse(text: string, type: DOMParserSupportedType): Document
}

/** To be called once, before the first figure is drawn. */
export function closeHtmlSinks(): HtmlSinks {
  const parse = trustedParser()

  function words(given: unknown): DocumentFragment {
    const text = given === null ? '' : String(given)
    const fragment = document.createDocumentFragment()
    if (text !== '') takeWords(parse(text, 'text/html').body, fragment)
    return fragment
  }

  closeElements(words)
  closeDocuments(words)
  return { parse }
}

/** The browser's own parser, and the policies by which it takes a text of ours and of nobody else. */
function trustedParser(): HtmlSinks['parse'] {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes }
  // Used on documents that load and run nothing.
  const policy = trustedTypes?.createPolicy('plotgate', { createHTML: text => text })
  // Scripts that code of ours loads by address: the map library's workers, TeX and base maps.
  trustedTypes?.createPolicy('default', {
    createScriptURL(address) {
      const { protocol, origin } = new URL(address, document.baseURI)
      return protocol === 'blob:' || (origin === self.origin && origin !== 'null') ? address : null
    },
  })
  const parser = new DOMParser()
  const parse = parser.parseFromString.bind(parser)
  return (text, type) => parse(policy ? policy.createHTML(text) : text, type)
}

/** What a text about the source of something is set in; of all other elements nothing is taken. */
const worded = /^(?:a|abbr|b|bdi|br|cite|code|div|em|i|p|q|s|small|span|strong|sub|sup|u)$/

function takeWords(from: Node, into: Node): void {
  for (const node of from.childNodes) {
    if (node.nodeType === Node.TEXT_NODE) into.appendChild(document.createTextNode(node.nodeValue ?? ''))
    if (!(node instanceof HTMLElement) || !worded.test(node.localName)) continue
    const address = node.localName === 'a' ? URL.parse(node.getAttribute('href') ?? '') : null
    const isLink = address !== null && /^https?:$/.test(address.protocol)
    takeWords(node, isLink ? into.appendChild(linkTo(address.href)) : into)
  }
}

function linkTo(address: string): HTMLAnchorElement {
  const link = document.createElement('a')
  link.href = address
  link.target = '_blank'
  link.rel = 'noopener noreferrer nofollow'
  return link
}

type Words = (given: unknown) => DocumentFragment

/** What makes a text part of an element. */
function closeElements(words: Words): void {
  const setWords = function (this: Element | ShadowRoot, text: unknown): void {
    this.replaceChildren(words(text))
  }
  for (const owner of [Element.prototype, ShadowRoot.prototype]) {
    close(owner, 'innerHTML', { set: setWords })
    for (const name of ['setHTML', 'setHTMLUnsafe']) close(owner, name, method(setWords))
  }
  close(Element.prototype, 'outerHTML', {
    set(this: Element, text: unknown) {
      this.replaceWith(words(text))
    },
  })
  const places = { beforebegin: 'before', afterbegin: 'prepend', beforeend: 'append', afterend: 'after' }
  const insertWords = method(function (this: Element, where: string, text: unknown) {
    const place = places[where.toLowerCase() as keyof typeof places] as 'append' | undefined
    if (place) this[place](words(text))
  })
  close(Element.prototype, 'insertAdjacentHTML', insertWords)
}

/** What makes a document, or a part of one, of a text. */
function closeDocuments(words: Words): void {
  const documentOfWords = method(text => {
    const made = document.implementation.createHTMLDocument('')
    made.body.append(words(text))
    return made
  })
  close(Range.prototype, 'createContextualFragment', method(words))
  close(DOMParser.prototype, 'parseFromString', documentOfWords)
  for (const name of ['parseHTML', 'parseHTMLUnsafe']) close(Document, name, documentOfWords)
  for (const name of ['write', 'writeln'])
    close(
      Document.prototype,
      name,
      method(() => {}),
    )
  close(HTMLIFrameElement.prototype, 'srcdoc', { set() {} })
}

const method = (value: (...given: never[]) => unknown): PropertyDescriptor => ({ value, writable: false })

/** Nobody can change it any more. */
function close(owner: object, name: string, change: PropertyDescriptor): void {
  const before = Object.getOwnPropertyDescriptor(owner, name)
  if (before) Object.defineProperty(owner, name, { ...before, ...change, configurable: false })
}
