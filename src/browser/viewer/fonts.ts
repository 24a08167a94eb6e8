/** Waits for the page's fonts: the charting library measures its texts only once. */

import { byId } from '../dom/elements.ts'
import type { PageSettings } from './settings.ts'

/** In milliseconds. Fonts that load later would move what is already placed, so the page does without them. */
const longestWait = 500

/** Resolves when the figure's texts can be measured. */
export async function awaitFonts({ fonts, letters }: PageSettings['fonts']): Promise<void> {
  const loaded = Promise.all(fonts.map(font => document.fonts.load(font, letters))).then(
    () => true,
    () => false,
  )
  const late = new Promise<boolean>(resolve => setTimeout(resolve, longestWait, false))
  if (!(await Promise.race([loaded, late]))) byId('fonts')?.remove()
}
