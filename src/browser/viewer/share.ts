/** Buttons that copy and share. They are hidden in the document, since they need a script. */

import { copyText } from '../dom/clipboard.ts'
import { byId } from '../dom/elements.ts'
import type { GraphPage } from './page.ts'
import type { PageTexts } from './texts.ts'

export function offerSharing({ settings: { permalink, title }, texts }: GraphPage): void {
  if (permalink) {
    onAction('copy', async () => ((await copyText(permalink)) ? texts.copied : texts.copyFromBar))
    if (typeof navigator.share === 'function') onAction('share', () => share(permalink, title, texts))
  }
  onAction('copy-embed', async () => {
    const field = byId('embed-code') as HTMLTextAreaElement
    const copied = await copyText(field.value)
    field.select()
    return copied ? texts.copied : texts.copyByKey
  })
}

/** Returns the message to show afterwards. */
async function share(url: string, title: string, texts: PageTexts): Promise<string | null> {
  try {
    await navigator.share({ title, url })
    return null
  } catch (error) {
    if ((error as Error).name === 'AbortError') return null
    return (await copyText(url)) ? texts.linkCopied : texts.notHere
  }
}

/** Shows the button of that id, if it exists. A click calls `act`, whose message the button shows for a while. */
function onAction(id: string, act: () => Promise<string | null>): void {
  const button = byId(id)
  if (!button) return
  const word = button.querySelector('.word') ?? button
  const name = word.textContent
  button.hidden = false
  button.addEventListener('click', async () => {
    const message = await act()
    if (message === null) return
    word.textContent = message
    const status = byId('status')
    if (status) status.textContent = message
    setTimeout(() => {
      word.textContent = name
    }, 2000)
  })
}
