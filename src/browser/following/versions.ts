/** Loads another version of the graph from its page. */

import { fetchFigure } from '../viewer/figure-text.ts'
import type { GraphPage } from '../viewer/page.ts'
import type { PageSettings } from '../viewer/settings.ts'

/**
 * The version needs something that this page lacks, such as another part of the charting library: it must be reloaded.
 */
export class PageOutdated extends Error {}

/** Settings on which the structure of the page depends. The others may change in place. */
const fixed = [
  'themeable',
  'figureTheme',
  'width',
  'height',
  'phoneGrowth',
  'leastWidth',
  'webgl',
  'math',
  'fonts',
] as const satisfies readonly (keyof PageSettings)[]

/** Puts the figure and settings of the version into the page. Rejects if it cannot be loaded. */
export async function fetchVersion(page: GraphPage, version: number): Promise<void> {
  const { permalink, events } = page.settings
  const answer = await fetch(`${permalink}@${version}${location.search}`)
  if (!answer.ok) throw new Error(`version ${version} answers ${answer.status}`)
  const text = await answer.text()
  const settings = JSON.parse(jsonIn(text, 'settings')) as PageSettings
  const same = fixed.every(name => JSON.stringify(settings[name]) === JSON.stringify(page.settings[name]))
  if (!same || !scriptsIn(text).every(isLoaded)) throw new PageOutdated()
  const { figure } = settings
  page.figureText = figure === null ? jsonIn(text, 'figure') : await fetchFigure(figure)
  // The page is still that of the graph, and not of this version.
  page.settings = { ...settings, events, permalink }
  showName(settings)
  showStaticImage(page, version)
}

/** An embed has no heading. */
function showName({ title }: PageSettings): void {
  document.title = title
  const heading = document.querySelector('h1')
  if (heading) heading.textContent = title
}

/** The JSON of a script element, which contains no closing tag. */
function jsonIn(document: string, id: string): string {
  const start = `<script type="application/json" id="${id}">`
  const at = document.indexOf(start)
  if (at === -1) throw new Error(`the page has no ${id}`)
  return document.slice(at + start.length, document.indexOf('</script', at + start.length))
}

const scriptsIn = (document: string): string[] =>
  [...document.matchAll(/<script[^<>]* src="([^"<>]+)"/g)].map(([, address = '']) => address)

const isLoaded = (address: string): boolean =>
  [...document.scripts].some(({ src }) => src === new URL(address, location.href).href)

/** If the figure is not interactive, its image is replaced. */
function showStaticImage({ box }: GraphPage, version: number): void {
  if (box.classList.contains('is-live')) return
  const atVersion = (address: string) =>
    address.replace(/([A-Za-z0-9_-]{21})(?:@\d+)?(\.(?:svg|png|webp))/g, `$1@${version}$2`)
  for (const source of box.querySelectorAll('source')) source.srcset = atVersion(source.srcset)
  const image = box.querySelector('img')
  if (image) image.src = atVersion(image.src)
}
