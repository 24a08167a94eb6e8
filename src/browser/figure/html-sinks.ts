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
  const parseNatively = parser.parseFromString.bind(parser)
  const parse = (text: string, type: DOMParserSupportedType) =>
    parseNatively(policy ? policy.createHTML(text) : text, type)

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

  function words(given: unknown): DocumentFragment {
    const text = given === null ? '' : String(given)
    const fragment = document.createDocumentFragment()
    if (text !== '') takeWords(parse(text, 'text/html').body, fragment)
    return fragment
  }

  function close(owner: object, name: string, change: PropertyDescriptor): void {
    const before = Object.getOwnPropertyDescriptor(owner, name)
    if (before) Object.defineProperty(owner, name, { ...before, ...change, configurable: false })
  }
  const method = (value: (...given: never[]) => unknown): PropertyDescriptor => ({ value, writable: false })

  function setWords(this: Element | ShadowRoot, text: unknown): void {
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
  close(
    Element.prototype,
    'insertAdjacentHTML',
    method(function (this: Element, where: string, text: unknown) {
      const places = { beforebegin: 'before', afterbegin: 'prepend', beforeend: 'append', afterend: 'after' }
      const place = places[where.toLowerCase() as keyof typeof places] as 'append' | undefined
      if (place) this[place](words(text))
    }),
  )
  close(Range.prototype, 'createContextualFragment', method(words))
  const documentOfWords = method(text => {
    const made = document.implementation.createHTMLDocument('')
    made.body.append(words(text))
    return made
  })
  close(DOMParser.prototype, 'parseFromString', documentOfWords)
  for (const name of ['parseHTML', 'parseHTMLUnsafe']) close(Document, name, documentOfWords)
  const nothing = method(() => {})
  for (const name of ['write', 'writeln']) close(Document.prototype, name, nothing)
  close(HTMLIFrameElement.prototype, 'srcdoc', { set() {} })
  return { parse }
}
