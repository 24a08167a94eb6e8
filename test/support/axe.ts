/** What axe finds wrong with a page as it stands. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'puppeteer-core'

const axe = readFileSync(join('node_modules', 'axe-core', 'axe.min.js'), 'utf8')

interface Axe {
  run(options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>
}

/** One line a rule, with the elements that break it. `iframes: false` leaves out what the page frames. */
export async function violationsOf(page: Page, { iframes = true } = {}): Promise<readonly string[]> {
  // The driver's own world: the page's policy would refuse it.
  await page.evaluate(axe)
  return page.evaluate(async iframes => {
    const { axe } = window as unknown as { axe: Axe }
    const { violations } = await axe.run({ iframes, resultTypes: ['violations'] })
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`,
    )
  }, iframes)
}
