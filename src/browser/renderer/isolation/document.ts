/**
 * Checks that the document of a render page is still ours: the same address, root, head and body, and in the head only
 * what our own code put there. If a figure changed it, the figure reached something that it must not reach.
 */

/** Elements that load style sheets, addresses or documents, wherever they are. */
const foreignElements = 'style,link,meta,base,title,script,iframe,frame,object,embed,form,template,noscript'

/** Functions that would block the page, or show something to people, although nobody sees a render page. */
const calls = ['alert', 'confirm', 'prompt', 'print', 'open', 'close', 'stop'] as const

export interface DocumentWatch {
  /** Names what a figure changed, or returns null. */
  changed(): string | null
  /** Sets the title of the document, which does not count as a change. */
  retitle(title: string): void
}

/** To be called when the document is complete. */
export function watchDocument(): DocumentWatch {
  const { documentElement: root, head, body } = document
  const address = location.href
  let sheets = document.styleSheets.length
  let changed: string | null = null

  function judge(records: readonly MutationRecord[]): void {
    for (const { type, target, addedNodes, attributeName } of records) {
      const names = [...addedNodes].filter(node => !isOurs(node)).map(node => node.nodeName)
      if (type === 'childList' && addedNodes.length > 0 && names.length === 0) continue
      changed ??= `${target.nodeName} was changed (${attributeName ?? (names.join() || type)})`
    }
  }

  const observer = new MutationObserver(judge)
  observer.observe(document, { childList: true })
  observer.observe(root, { childList: true, attributes: true })
  observer.observe(body, { attributes: true })
  observer.observe(head, { childList: true, attributes: true, characterData: true, subtree: true })

  const { navigation } = window as { navigation?: EventTarget }
  navigation?.addEventListener('navigate', event => {
    event.preventDefault()
    changed ??= 'it tried to leave its address'
  })
  for (const name of calls) {
    const refuse = () => {
      changed ??= `${name} was called`
      return null
    }
    Object.defineProperty(window, name, { value: refuse, writable: false, configurable: false })
  }

  function standsElsewhere(): string | null {
    if (location.href !== address) return 'it has another address'
    if (document.documentElement !== root || document.head !== head || document.body !== body) {
      return 'it has another root, head or body'
    }
    const foreign = body.querySelector(foreignElements)
    if (foreign) return `its body has a ${foreign.localName}`
    // The script that typesets formulas adds its own style sheet.
    if ('MathJax' in window) sheets = Math.max(sheets, document.styleSheets.length)
    if (document.styleSheets.length !== sheets || document.adoptedStyleSheets.length > 0) {
      return 'it has other style sheets'
    }
    return null
  }

  return {
    changed() {
      judge(observer.takeRecords())
      changed ??= standsElsewhere()
      return changed
    },
    retitle(title) {
      judge(observer.takeRecords())
      document.title = title
      observer.takeRecords()
    },
  }
}

/**
 * Whether it is a script of our own origin, the only kind that the page's policy runs, or the style sheet for formulas.
 */
function isOurs(node: Node): boolean {
  if (node instanceof HTMLScriptElement) return node.src.startsWith(`${location.origin}/`)
  return node instanceof HTMLStyleElement && 'MathJax' in window
}
