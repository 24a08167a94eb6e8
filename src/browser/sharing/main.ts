/** The script of a page's Share and Embed menus: loaded when one of them is opened. */

import { encode } from 'uqr'
import { byId } from '../viewer/page.ts'

/** The address as a QR code; once. */
export function showQrCode(address: string): void {
  const place = byId('qr')
  if (!place || place.childElementCount > 0) return
  const { data, size } = encode(address, { border: 2 })
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : []))).join('')
  const make = (name: string, attributes: Record<string, string>) => {
    const element = document.createElementNS('http://www.w3.org/2000/svg', name)
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
    return element
  }
  const svg = make('svg', {
    viewBox: `0 0 ${size} ${size}`,
    role: 'img',
    'aria-label': 'QR code of the link',
    'shape-rendering': 'crispEdges',
  })
  // Cameras want it dark on light, in the dark as well.
  svg.append(
    make('rect', { width: '100%', height: '100%', fill: '#fff' }),
    make('path', { d: path, fill: '#000' }),
  )
  place.append(svg)
}

/** Keeps the code as the choices say. */
export function offerChoices(): void {
  const code = byId('embed-code') as HTMLTextAreaElement
  const choices = byId('embed-choices')
  if (!choices?.hidden) return
  const chosen = (id: string) => (byId(id) as HTMLSelectElement).value
  const [begin = '', end = ''] = code.value.split(chosen('embed-size'))
  const script = byId('embed-follow') as HTMLInputElement
  const show = () => {
    const theme = chosen('embed-theme')
    const address = theme === '' ? begin : begin.replace('?embed"', `?embed&amp;theme=${theme}"`)
    code.value = `${address}${chosen('embed-size')}${end}${script.checked ? `\n${script.value}` : ''}`
  }
  choices.addEventListener('change', show)
  choices.hidden = false
}
