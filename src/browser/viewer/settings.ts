/** What the server passes to the page's script, as JSON in the page. */

import type { PageTexts } from './texts.ts'

export interface PageSettings {
  /** The name of the page: the figure's title, or what it shows. */
  readonly title: string
  /** The description of the figure for people who cannot see it. */
  readonly description: string
  /** The version of the graph that the page shows. */
  readonly version: number
  /** The address of the events about new versions; null if the page does not follow the graph. */
  readonly events: string | null
  /** The address of the figure; null if it is in the page. */
  readonly figure: string | null
  /** The name of downloaded files, without extension. */
  readonly file: string
  /** The address of the page, with its version if the page is pinned; null in a standalone file. */
  readonly permalink: string | null
  /** Where the charting library's own Share button sends the chart; null for no such button. */
  readonly share: string | null
  /** The words of the page's script; null for English. */
  readonly texts: PageTexts | null
  /** The address of the charting library's words in other languages; null for English only. */
  readonly words: string | null
  /** The address of base maps; null if they are in the page. */
  readonly maps: string | null
  /** Scripts that are loaded on demand; null if the page contains them or does without. */
  readonly lazyScripts: {
    /** The data table. */
    readonly table: string | null
    /** The choices of the Embed menu. */
    readonly sharing: string | null
    /** What follows the graph to new versions. */
    readonly following: string | null
    /** The buttons on the figure. */
    readonly buttons: string | null
    /** The tools for drawing and selecting with a mouse. */
    readonly tools: string | null
  }
  /** Whether it is in a frame of another page. */
  readonly embedded: boolean
  /** Whether it uses the colours of the page around it, if that page reports them. */
  readonly followsHost: boolean
  /** The language requested by the address; null for the reader's own. */
  readonly locale: string | null
  /** The theme of the page; null for the one that the reader prefers. */
  readonly theme: 'light' | 'dark' | null
  /** Whether the figure takes the theme of the page though nobody requests it. */
  readonly themeable: boolean
  /** The theme requested for the figure by the address, which replaces its template, as in images. */
  readonly figureTheme: 'light' | 'dark' | null
  readonly width: number | null
  readonly height: number | null
  /** The factor by which the figure is higher on a phone, because of its many names. */
  readonly phoneGrowth: number
  /** Narrower screens scroll the figure, because its tables need that width. */
  readonly leastWidth: number
  readonly webgl: boolean
  readonly math: boolean
  /** The fonts of the figure, as in CSS, and a letter of each Unicode range that it contains. */
  readonly fonts: { readonly fonts: readonly string[]; readonly letters: string }
}
