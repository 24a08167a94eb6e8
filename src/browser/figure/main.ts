/**
 * Runs before the charting library of an interactive page, in the same file: what prepares figures is needed when
 * the library is, and not before.
 */

import { allowEmptyPaths } from './empty-paths.ts'
import { closeHtmlSinks } from './html-sinks.ts'
import { prepareFigure } from './prepare.ts'

closeHtmlSinks()
allowEmptyPaths()
Object.assign(globalThis, { prepareFigure })
