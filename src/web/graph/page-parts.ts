/** What a graph's page is put together from. */

import type { PageSettings } from '../../browser/viewer/settings.ts'
import type { FigureFacts } from '../../domain/figure/facts.ts'
import type { Figure } from '../../domain/figure/text.ts'
import type { Addresses } from '../../domain/graph/addresses.ts'
import type { GraphRecord } from '../../domain/graph/graph.ts'
import type { Theme } from '../../domain/image/look.ts'
import type { Asset } from '../../http/static-asset.ts'

export interface PageParts {
  readonly graph: GraphRecord
  readonly facts: FigureFacts
  /** What the page draws; null where its script fetches it. */
  readonly figure: Figure | null
  readonly addresses: Addresses
  /** {base_url}, where the mark leads. */
  readonly home: string
  readonly plotUrl: string
  /** {plot_url}/assets, without a slash at its end. */
  readonly assetBase: string
  readonly oembed: string
  readonly favicon: Asset
  /** In the order in which they run: the page's own, which asks for the figure, before the charting library. */
  readonly scripts: readonly Asset[]
  /** Where the charting library finds base maps. */
  readonly mapsBase: string
  /** Where its words in other languages are. */
  readonly wordsBase: string
  /** Scripts that a page does without until somebody wants what they do. */
  readonly laterScripts: Readonly<Record<keyof PageSettings['later'], Asset | null>>
  /** The image for phones, where there is one that is small enough to come with the page. */
  readonly phoneImage: Uint8Array | null
  /** The stem of downloaded files. */
  readonly file: string
  readonly theme: Theme | null
  /** Whether the page around it may say another. */
  readonly followsHost: boolean
  /** The language in which numbers and dates are written, where the address asks for one. */
  readonly locale: string | null
  /** No chrome: for iframes. */
  readonly embed: boolean
  /** The page is of this version for ever; else its links lead to the newest. */
  readonly pinned: boolean
  /** Where the page hears of new versions; null: it stays as it is. */
  readonly events: string | null
}
