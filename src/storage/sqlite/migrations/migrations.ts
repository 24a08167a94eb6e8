/** The migrations of the embedded store's schema, one file each, in the order in which they are applied. */

import { tables } from './01-tables.ts'
import { layoutPrefixes } from './02-layout-prefixes.ts'
import { warnings } from './03-warnings.ts'
import { heartbeat } from './04-heartbeat.ts'
import { unfinishedGraphs } from './05-unfinished-graphs.ts'
import { versions } from './06-versions.ts'
import { titleSearch } from './07-title-search.ts'
import { failedRenders } from './08-failed-renders.ts'
import { equalImages } from './09-equal-images.ts'
import { expiry } from './10-expiry.ts'
import { drawnBy } from './11-drawn-by.ts'
import { titleSearchInSteps } from './12-title-search-in-steps.ts'
import { claimsOfChanges } from './13-claims-of-changes.ts'
import { claimsOfRemovedGraphs } from './14-claims-of-removed-graphs.ts'

/** Only ever appended to. A file of any older release is migrated when it is opened. */
export const migrations: readonly string[] = [
  tables,
  layoutPrefixes,
  warnings,
  heartbeat,
  unfinishedGraphs,
  versions,
  titleSearch,
  failedRenders,
  equalImages,
  expiry,
  drawnBy,
  titleSearchInSteps,
  claimsOfChanges,
  claimsOfRemovedGraphs,
]
