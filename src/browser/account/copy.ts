/** Copy buttons: `data-copy` names the element whose text is copied, `data-copy-text` is the text itself. */

import { copyText } from '../dom/clipboard.ts'
import { announce } from './announce.ts'

const buttons = '[data-copy], [data-copy-text]'

/** They are hidden in the document, since they need a script. */
export function offerCopy(root: ParentNode): void {
  for (const button of root.querySelectorAll<HTMLElement>(buttons)) button.hidden = false
}

/** For the whole document, including elements that are added later. */
export function watchCopyButtons(): void {
  document.addEventListener('click', event => {
    const button = event.target instanceof Element ? event.target.closest<HTMLElement>(buttons) : null
    if (button) void copy(button)
  })
}

async function copy(button: HTMLElement): Promise<void> {
  const source = document.getElementById(button.dataset.copy ?? '')
  const text =
    button.dataset.copyText ?? (source instanceof HTMLInputElement ? source.value : source?.textContent)
  const copied = await copyText(text ?? '')
  if (!copied && source) select(source)
  const message = copied ? 'Copied' : source ? 'Press Ctrl+C' : 'Not copied'
  announce(message)
  button.dataset.name ??= button.innerHTML
  button.textContent = message
  setTimeout(() => {
    button.innerHTML = button.dataset.name ?? ''
  }, 1600)
}

function select(source: HTMLElement): void {
  if (source instanceof HTMLInputElement || source instanceof HTMLTextAreaElement) source.select()
  else getSelection()?.selectAllChildren(source)
}
