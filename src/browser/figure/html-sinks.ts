/**
 * Texts of a figure never become markup: every function by which a script creates elements from a text is replaced by
 * one that keeps only the words, and links to web addresses. The map library writes the attributions of map sources
 * this way, as HTML. In addition, the page's policy (Trusted Types) makes the browser refuse any other way.
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
  /** Parses our own texts as the browser does, into a document that loads and runs nothing. */
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

/** The browser's own parser, with policies by which it accepts only our texts. */
function trustedParser(): HtmlSinks['parse'] {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes }
  // Used for documents that load and run nothing.
  const policy = trustedTypes?.createPolicy('plotgate', { createHTML: text => text })
  // For scripts that our code loads by address: the map library's workers, TeX and base maps.
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

/** The elements whose words are kept. Of all other elements nothing is kept. */
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

/** Closes the functions that turn a text into a part of an element. */
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

/** Closes the functions that turn a text into a document or a part of one. */
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

/** Not configurable, so that no script can undo it. */
function close(owner: object, name: string, change: PropertyDescriptor): void {
  const before = Object.getOwnPropertyDescriptor(owner, name)
  if (before) Object.defineProperty(owner, name, { ...before, ...change, configurable: false })
}
