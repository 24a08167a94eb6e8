/** The script of the data table: of its own, since few readers ask for it. Files on disk bring it along. */

import { openTable } from '../viewer/table.ts'

Object.assign(globalThis, { openTable })
