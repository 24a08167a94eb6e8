/** What a render pool is opened with. */

import type { PartName } from '../plotly/library-parts.ts'
import type { Patience } from './launch-record.ts'
import type { RendererLimits } from './limits.ts'
import type { RendererEvent } from './renderer-event.ts'

export interface RendererConfig {
  /** Warm pages, each in a browser of its own. */
  readonly workers: number
  /** Whether one more may open while renders take long; default true. */
  readonly spare?: boolean
  /** Whether that one is kept open, so that it need not be waited for; default false. */
  readonly spareReady?: boolean
  /** BROWSER_PATH, or null for the one from npm. */
  readonly browserPath: string | null
  readonly sandbox: 'auto' | 'on' | 'off'
  /** Where the browser is unpacked and its profiles live; else a folder of this user's own. */
  readonly cacheDir?: string
  /** Folders to take for that where none of the usual ones can be used. */
  readonly otherCacheDirs?: readonly string[]
  /** How far browsers yield to other processes: 0, the default, is not at all, 19 the most. */
  readonly niceness?: number
  /** Starts of browsers that fail in a row before `gave-up` is told; null, the default, is never. */
  readonly givesUpAfter?: Patience | null
  /** All that its figures need of the charting library, where that is known; else pages load the whole of it. */
  readonly libraryParts?: readonly PartName[] | null
  readonly limits?: Partial<RendererLimits>
  /** In bytes, before the kernel ends a process; what this system says where it is not given. */
  readonly availableMemory?: () => number
  readonly onEvent?: (event: RendererEvent) => void
  /** The charting library's script; default: with the edits of `src/plotly/patches.ts`. */
  readonly library?: () => Promise<string>
}
