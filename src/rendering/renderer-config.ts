/** What a render pool is opened with. */

import type { PartName } from '../plotly/library-parts.ts'
import type { FailureLimit } from './launch-record.ts'
import type { RendererLimits } from './limits.ts'
import type { SlowPartOf } from './render-timeout.ts'
import type { RendererEvent } from './renderer-event.ts'

export interface RendererConfig {
  /** Warm pages, each in a browser of its own. */
  readonly workers: number
  /** Whether a spare page may be opened while renders take long. Default: true. */
  readonly spare?: boolean
  /** Whether the spare page is always kept open. Default: false. */
  readonly spareReady?: boolean
  /** BROWSER_PATH, or null for the one from npm. */
  readonly browserPath: string | null
  readonly sandbox: 'auto' | 'on' | 'off'
  /** The folder for the unpacked browser and its profiles. Default: a folder of this user's own. */
  readonly cacheDir?: string
  /** Folders to use for that if none of the usual ones can be used. */
  readonly otherCacheDirs?: readonly string[]
  /** How far browsers yield to other processes, from 0 (not at all, the default) to 19. */
  readonly niceness?: number
  /** After how many failed starts of browsers in a row `gave-up` is reported. Default: null, never. */
  readonly givesUpAfter?: FailureLimit | null
  /** The parts of the charting library that the figures need, if they are known. Default: pages load all of it. */
  readonly libraryParts?: readonly PartName[] | null
  readonly limits?: Partial<RendererLimits>
  /** The memory that is left before the kernel ends a process, in bytes. Default: as the system says. */
  readonly availableMemory?: () => number
  /** Finds the part of a figure that was not drawn in time. Default: in this thread. */
  readonly slowPartOf?: SlowPartOf
  readonly onEvent?: (event: RendererEvent) => void
  /** The charting library's script; default: with the edits of `src/plotly/edits/render-edits.ts`. */
  readonly library?: () => Promise<string>
}
