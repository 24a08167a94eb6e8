/** Runs before the charting library of an interactive page, in the same file. */

import { closeHtmlSinks } from '../figure/html-sinks.ts'

closeHtmlSinks()
