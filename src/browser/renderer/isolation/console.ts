/**
 * Silences the console of a render page, which nobody reads. The browser passes every message on to the service with a
 * stack, and the charting library warns of each of a figure's faults: half a megabyte of them would hold a page for as
 * long as a render may take.
 */

export function silenceConsole(): void {
  for (const [name, value] of Object.entries(console)) {
    if (typeof value === 'function') Object.assign(console, { [name]: () => {} })
  }
}
