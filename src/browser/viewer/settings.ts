/** What the server tells the page's script, as JSON in the page. */

export interface PageSettings {
  readonly title: string | null
  /** What stands for the figure where it is not seen. */
  readonly description: string
  /** Of the graph, which the page shows. */
  readonly version: number
  /** Where the page hears of new versions; null: it stays as it is. */
  readonly events: string | null
  /** Where the figure is fetched from; null where it stands in the page. */
  readonly figure: string | null
  /** The stem of downloaded files. */
  readonly file: string
  readonly permalink: string | null
  /** Where the charting library's own Share button sends the chart; null: there is no such button. */
  readonly share: string | null
  /** Where the charting library's words in other languages are fetched from; null: English only. */
  readonly words: string | null
  /** Where base maps are fetched from; null where they stand in the page. */
  readonly maps: string | null
  /** Scripts that are loaded when they are wanted; null where the page has what they do, or must do without. */
  readonly later: {
    /** The data table. */
    readonly table: string | null
    /** The choices of the Embed menu. */
    readonly sharing: string | null
    /** The buttons on the figure. */
    readonly buttons: string | null
    /** What a mouse draws and selects with. */
    readonly tools: string | null
  }
  /** In a frame of another page. */
  readonly embedded: boolean
  /** Takes the colours of the page around it, where that page tells them. */
  readonly followsHost: boolean
  /** A language that was asked for in the address; null: the reader's own. */
  readonly locale: string | null
  /** A theme that was asked for in the address. */
  readonly theme: 'light' | 'dark' | null
  readonly themeable: boolean
  readonly width: number | null
  readonly height: number | null
  /** How much higher the figure is on a phone, for its many names. */
  readonly phoneGrowth: number
  readonly webgl: boolean
  readonly math: boolean
  /** The fonts the figure is set in, as CSS names them, and a letter of each range it has. */
  readonly fonts: { readonly fonts: readonly string[]; readonly letters: string }
}
