/** Whether the markup of a hostile figure became anything on a page, and what an svg file may not hold. */

import type { Page } from 'puppeteer-core'

/** What stands on the page, or ran on it, that only a figure's markup brings; empty when all is well. */
export const harmOn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const foreign = [
      ...[
        'meta[http-equiv=refresh]',
        'base',
        'form:not(dialog > form)',
        'iframe',
        'object',
        'embed',
        'video',
        'math',
        'template',
      ],
      ...[
        'input:not(.share *, #link, #embed-follow)',
        '[href*="a.invalid"]',
        '[src*="a.invalid"]',
        '[href^="javascript" i]',
      ],
      ...[
        '[onclick]',
        '[onload]',
        '[onerror]',
        '[onfocus]',
        '[ontoggle]',
        '[onsubmit]',
        '[style*="a.invalid"]',
      ],
    ]
    const found = foreign.filter(selector => document.querySelector(selector) !== null)
    const links = [...document.querySelectorAll('a')].map(link => String(link.getAttribute('xlink:href')))
    if (links.some(address => /^\s*javascript:/i.test(address))) found.push('a link that runs')
    if (getComputedStyle(document.documentElement).getPropertyValue('--harm') !== '') found.push('a style')
    if (performance.getEntriesByName('harm').length > 0) found.push('code that ran')
    return found
  })

const tags = /<([a-z][\w:]*)((?:\s+[\w:.-]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*\/?>/gi
const attributes = /\s([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g

/** Elements, handlers and addresses in an svg file that are none of its own. */
export function harmInSvg(svg: string): string[] {
  const found: string[] = []
  for (const [, element = '', inside = ''] of svg.matchAll(tags)) {
    if (/^(?:script|foreignobject|iframe|style|object|embed|meta|form|base|link)$/i.test(element))
      found.push(element)
    for (const [, name = '', double, single] of inside.matchAll(attributes)) {
      const value = double ?? single ?? ''
      if (/^on/i.test(name)) found.push(`${element} ${name}`)
      if (/href$/i.test(name) && !/^(?:#|data:image\/|https?:|mailto:)/i.test(value))
        found.push(`${name}=${value}`)
      if (name !== 'href' && !/href$/.test(name) && /a\.invalid|\\/.test(value))
        found.push(`${element} ${name}`)
    }
  }
  return [...new Set(found)]
}

/** To run before any script of a page: the ways by which texts become elements stay as the browser has them. */
export const keepHtmlSinks = `{
  const define = Object.defineProperty
  const sinks = new Set(['innerHTML', 'outerHTML', 'insertAdjacentHTML', 'createContextualFragment', 'parseFromString',
    'write', 'writeln', 'setHTML', 'setHTMLUnsafe', 'parseHTML', 'parseHTMLUnsafe', 'srcdoc'])
  Object.defineProperty = (owner, name, change) =>
    sinks.has(name) && change.configurable === false ? owner : define(owner, name, change)
}`
