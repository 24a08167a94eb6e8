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

/** A slider, as the library binds it to its element. One of its visible steps is always active. */
interface Slider {
  readonly _index: number
  /** The index of the active step. */
  readonly active: number
  readonly _visibleSteps: readonly Step[]
  readonly currentvalue: { readonly prefix?: string }
}

interface PlotElement extends HTMLElement {
  on(event: 'plotly_afterplot', then: () => void): void
}

const [headers, items, sliders] = ['.updatemenu-header', '.updatemenu-dropdown-button', '.slider-group']
const buttons = `${headers}, ${items}, .updatemenu-button`

/** How many steps a key moves a slider. */
const moves: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  Home: -Infinity,
  End: Infinity,
}

/** Makes them focusable. Enter and Space press, Escape closes a menu, and arrows, Home and End move a slider. */
export function operateControls(plotly: PlotlyLibrary, { live }: GraphPage): void {
  let menu: SVGElement | null = null
  label(live)
  ;(live as PlotElement).on('plotly_afterplot', () => label(live))
  live.addEventListener('keydown', event => {
    const control = event.target as SVGElement
    const by = moves[event.key]
    if (by !== undefined && control.matches(sliders)) {
      event.preventDefault()
      void move(plotly, live, sliderOf(control), by).then(() => label(live))
    } else if (['Enter', ' '].includes(event.key) && control.matches(buttons)) {
      event.preventDefault()
      press(control)
      label(live)
      if (control.matches(headers)) {
        menu = control
        live.querySelector<SVGElement>(items)?.focus()
      } else if (control.matches(items)) menu?.focus()
    } else if (event.key === 'Escape' && menu && control.matches(items)) {
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
    const slider = sliderOf(element)
    const { _visibleSteps: steps, currentvalue } = slider
    const position = positionOf(slider)
    describe(element, {
      role: 'slider',
      'aria-label':
        currentvalue.prefix?.trim().replace(/:$/, '') || `${steps[0]?.label} – ${steps.at(-1)?.label}`,
      'aria-valuemax': `${steps.length - 1}`,
      'aria-valuenow': `${position}`,
      'aria-valuetext': steps[position]?.label ?? '',
    })
  }
}

function describe(element: SVGElement, attributes: Readonly<Record<string, string>>): void {
  element.tabIndex = 0
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
}

const sliderOf = (element: SVGElement) => (element as SVGElement & { readonly __data__: Slider }).__data__

const positionOf = ({ active, _visibleSteps: steps }: Slider): number =>
  steps.findIndex(step => step._index === active)

/** Moves a slider and does what its new step is for. Animations that a later step ends reject. */
async function move(plotly: PlotlyLibrary, live: HTMLElement, slider: Slider, by: number): Promise<void> {
  const steps = slider._visibleSteps
  const step = steps[Math.min(steps.length - 1, Math.max(0, positionOf(slider) + by))]
  if (!step || step._index === slider.active) return
  await plotly.relayout(live, { [`sliders[${slider._index}].active`]: step._index })
  if (step.execute && step.method !== 'skip') await plotly[step.method](live, ...step.args).catch(() => {})
}
