/** The link to older graphs: they are appended to this page's list, which `data-more` names. */

import { announce } from './announce.ts'
import { offerCopy } from './copy.ts'

export function offerLoadMore(): void {
  for (const link of document.querySelectorAll('[data-more]')) {
    link.textContent = `Show ${link.textContent.toLowerCase()}`
  }
  document.addEventListener('click', event => {
    const link =
      event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('[data-more]') : null
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    showOlder(link).catch(() => {
      location.href = link.href
    })
  })
}

async function showOlder(link: HTMLAnchorElement): Promise<void> {
  link.setAttribute('aria-busy', 'true')
  const answer = await fetch(link.href, { credentials: 'same-origin' })
  if (!answer.ok || answer.redirected) throw new Error(`answered ${answer.status}`)
  const next = new DOMParser().parseFromString(await answer.text(), 'text/html')
  const id = link.dataset.more ?? ''
  const list = document.getElementById(id)
  const graphs = [...(next.getElementById(id)?.children ?? [])]
  list?.append(...graphs)
  if (list) offerCopy(list)
  const following = next.querySelector<HTMLAnchorElement>('[data-more]')
  if (following) link.href = following.href
  else link.remove()
  link.removeAttribute('aria-busy')
  announce(`${graphs.length} more graphs`)
  graphs[0]?.querySelector<HTMLElement>('h2 a')?.focus()
}
