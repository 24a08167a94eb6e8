/** The figure's own buttons, menus and sliders by keyboard. The library draws them for mice and fingers only. */

import type { GraphPage } from './page.ts'
import type { PlotlyLibrary } from './plotly.ts'

type Method = 'animate' | 'relayout' | 'restyle' | 'update'

interface Step {
  readonly _index: number
  readonly label: string
  readonly method: Method | 'skip'
  readonly args: readonly unknown[]
  readonly execute: boolean
}

/** A slider, as the library binds it to its element. */
interface Slider {
  readonly _index: number
  /** The index of the active step. */
  readonly active: number
  readonly _visibleSteps: readonly Step[]
  readonly currentvalue: { readonly prefix?: string }
}

interface PlotElement extends HTMLElement {
  on?(event: 'plotly_afterplot', then: () => void): void
}

const [headers, items, sliders] = ['.updatemenu-header', '.updatemenu-dropdown-button', '.slider-group']
const buttons = `${headers}, ${items}, .updatemenu-button`

/** Makes them focusable. Enter and Space press, Escape closes a menu, and arrows, Home and End move a slider. */
export function operateControls(plotly: PlotlyLibrary, { live }: GraphPage): void {
  let menu: SVGElement | null = null
  label(live)
  ;(live as PlotElement).on?.('plotly_afterplot', () => label(live))
  live.addEventListener('keydown', event => {
    const control = event.target as SVGElement
    const slider = control.matches(sliders) ? sliderOf(control) : null
    if (slider) {
      const position = moved(slider, event.key)
      if (position === null) return
      event.preventDefault()
      void activate(plotly, live, slider, position).then(() => label(live))
    } else if (control.matches(buttons) && ['Enter', ' '].includes(event.key)) {
      event.preventDefault()
      press(control)
      label(live)
      if (control.matches(headers)) menu = control
      // Into the menu that opened, and back to it when an item was chosen.
      const next = control.matches(headers) ? live.querySelector<SVGElement>(items) : menu
      if (control.matches(`${headers}, ${items}`)) next?.focus()
    } else if (control.matches(items) && event.key === 'Escape' && menu) {
      press(menu)
      menu.focus()
    }
  })
}

const press = (control: Element) => control.dispatchEvent(new MouseEvent('click', { bubbles: true }))

/** Says what each control is and, of a slider, where it stands. */
function label(live: HTMLElement): void {
  for (const button of live.querySelectorAll<SVGElement>(buttons)) {
    describe(button, { role: 'button', 'aria-label': button.textContent ?? '' })
  }
  for (const element of live.querySelectorAll<SVGElement>(sliders)) {
    const { active, _visibleSteps: steps, currentvalue } = sliderOf(element)
    const position = positionOf(active, steps)
    describe(element, {
      role: 'slider',
      'aria-label':
        currentvalue.prefix?.replace(/[:\s]+$/, '') || `${steps[0]?.label} – ${steps.at(-1)?.label}`,
      'aria-valuemin': '1',
      'aria-valuemax': String(steps.length),
      'aria-valuenow': String(position + 1),
      'aria-valuetext': steps[position]?.label ?? '',
    })
  }
}

function describe(element: SVGElement, attributes: Readonly<Record<string, string>>): void {
  element.tabIndex = 0
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
}

const sliderOf = (element: SVGElement) => (element as SVGElement & { readonly __data__: Slider }).__data__

const positionOf = (active: number, steps: readonly Step[]): number =>
  Math.max(
    0,
    steps.findIndex(step => step._index === active),
  )

/** Null if the key does not move a slider. */
function moved({ active, _visibleSteps: steps }: Slider, key: string): number | null {
  const [position, last] = [positionOf(active, steps), steps.length - 1]
  const places: Readonly<Record<string, number>> = {
    ArrowLeft: position - 1,
    ArrowDown: position - 1,
    ArrowRight: position + 1,
    ArrowUp: position + 1,
    Home: 0,
    End: last,
  }
  const place = places[key]
  return place === undefined ? null : Math.min(last, Math.max(0, place))
}

/** Moves a slider to a step and does what the step is for. Animations that a later step ends reject. */
async function activate(plotly: PlotlyLibrary, live: HTMLElement, slider: Slider, position: number) {
  const step = slider._visibleSteps[position]
  if (!step || step._index === slider.active) return
  await plotly.relayout(live, { [`sliders[${slider._index}].active`]: step._index })
  if (step.execute && step.method !== 'skip') await plotly[step.method](live, ...step.args).catch(() => {})
}
