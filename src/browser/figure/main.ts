/**
 * Runs before the charting library of an interactive page, in the same file: figures are only prepared when the library
 * is needed.
 */

import { allowEmptyPaths } from './empty-paths.ts'
import { closeHtmlSinks } from './html-sinks.ts'
import { prepareFigure } from './prepare.ts'

closeHtmlSinks()
allowEmptyPaths()
Object.assign(globalThis, { prepareFigure })
