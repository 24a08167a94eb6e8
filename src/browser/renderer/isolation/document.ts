/**
 * The document of a render page is ours from its opening on: the same address, root, head and body, and in the head
 * what our own code put there. A figure that changes it was given a way to which it has no right.
 */

/** What brings rules, addresses or documents of its own, wherever it stands. */
const foreignElements = 'style,link,meta,base,title,script,iframe,frame,object,embed,form,template,noscript'

/** What a page would wait for, or show somebody. Nobody is there. */
const calls = ['alert', 'confirm', 'prompt', 'print', 'open', 'close', 'stop'] as const

/** To be called when the document stands. The function it returns names what was changed, or null. */
export function watchDocument(): () => string | null {
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
    // A formula's own sheet comes with the script that sets it.
    if ('MathJax' in window) sheets = Math.max(sheets, document.styleSheets.length)
    if (document.styleSheets.length !== sheets || document.adoptedStyleSheets.length > 0) {
      return 'it has other style sheets'
    }
    return null
  }

  return () => {
    judge(observer.takeRecords())
    changed ??= standsElsewhere()
    return changed
  }
}

/** Scripts of our own origin, which its policy lets run alone, and the sheet of the one that sets formulas. */
function isOurs(node: Node): boolean {
  if (node instanceof HTMLScriptElement) return node.src.startsWith(`${location.origin}/`)
  return node instanceof HTMLStyleElement && 'MathJax' in window
}
