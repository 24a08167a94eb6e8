/** The script of `/new`: receives one chart from the page that opened it, shows it, and publishes it on request. */

import { watchCopyButtons } from '../account/copy.ts'
import { byId } from '../dom/elements.ts'
import { messageOf } from '../message-of.ts'
import { showPreview } from './preview.ts'
import { type Published, publishChart } from './publish.ts'
import { type Chart, receiveChart } from './receive.ts'

const page = byId('share')
if (page) void start(page)

async function start(place: HTMLElement): Promise<void> {
  const { origin = '', publish = '', max = '0' } = place.dataset
  watchCopyButtons()
  try {
    const chart = await receiveChart(origin, Number(max))
    show(chart, publish)
  } catch (error) {
    say(messageOf(error))
  }
}

function show(chart: Chart, address: string): void {
  const form = byId('publish') as HTMLFormElement
  const title = byId('title') as HTMLInputElement
  title.value = chart.title
  showPreview(byId('preview') as HTMLIFrameElement, chart)
  say('')
  form.hidden = false
  form.addEventListener('submit', event => {
    event.preventDefault()
    void send(form, () => publishChart(address, chart.withTitle(title.value)))
  })
}

async function send(form: HTMLFormElement, publish: () => Promise<Published>): Promise<void> {
  const button = form.querySelector('button') as HTMLButtonElement
  button.disabled = true
  say('Publishing…')
  try {
    const { permalink, embed } = await publish()
    say('')
    form.hidden = true
    byId('unstored')?.remove()
    ;(byId('permalink') as HTMLInputElement).value = permalink
    ;(byId('embed') as HTMLInputElement).value = embed
    ;(byId('open') as HTMLAnchorElement).href = permalink
    const published = byId('published') as HTMLElement
    published.hidden = false
    byId('done')?.focus()
  } catch (error) {
    say(messageOf(error))
    button.disabled = false
  }
}

function say(text: string): void {
  const said = byId('said') as HTMLElement
  said.textContent = text
  said.hidden = text === ''
}
