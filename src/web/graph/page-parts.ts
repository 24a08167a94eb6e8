/** The parts of a graph's page. */

import type { PageSettings } from '../../browser/viewer/settings.ts'
import type { Addresses } from '../../domain/addresses.ts'
import type { FigureFacts } from '../../domain/figure/facts.ts'
import type { Figure } from '../../domain/figure/text.ts'
import type { GraphRecord } from '../../domain/graph/graph.ts'
import type { Theme } from '../../domain/image/look.ts'
import type { Asset } from '../../http/representations/static-asset.ts'
import type { PageLanguage } from './languages/page-language.ts'

export interface PageParts {
  readonly graph: GraphRecord
  readonly facts: FigureFacts
  /** The inline figure; null if the page's script fetches it. */
  readonly figure: Figure | null
  readonly addresses: Addresses
  /** What the page shows, in addresses: its version if the page is pinned, else the graph. */
  readonly name: string
  /** {base_url}, the target of the logo. */
  readonly home: string
  readonly plotUrl: string
  /** {plot_url}/assets, without a trailing slash. */
  readonly assetBase: string
  readonly oembed: string
  readonly favicon: Asset
  /** The scripts in order: the page's own, which fetches the figure, before the charting library. */
  readonly scripts: readonly Asset[]
  /** The address of base maps. */
  readonly mapsBase: string
  /** The address of translations. */
  readonly wordsBase: string
  /** Scripts that are loaded on demand. */
  readonly lazyScripts: Readonly<Record<keyof PageSettings['lazyScripts'], Asset | null>>
  /** The inline image for phones, if there is one that is small enough. */
  readonly phoneImage: Uint8Array | null
  /** The name of downloaded files without extension. */
  readonly file: string
  readonly theme: Theme | null
  /** The theme requested for the figure; null if it has its own, or that of the page if it can change. */
  readonly figureTheme: Theme | null
  /** Whether an embedding page may set another theme. */
  readonly followsHost: boolean
  /** The requested locale of numbers and dates. */
  readonly locale: string | null
  /** Of the page's own words. */
  readonly language: PageLanguage
  /** Without header and footer, for iframes. */
  readonly embed: boolean
  /** Whether the page shows this version for ever. Otherwise it shows the newest. */
  readonly pinned: boolean
  /** The address of the event stream; null if the page does not update. */
  readonly events: string | null
}

/** The parts that the request decides. */
export type PageKind = Pick<
  PageParts,
  'theme' | 'figureTheme' | 'followsHost' | 'locale' | 'language' | 'embed' | 'pinned' | 'phoneImage'
>
