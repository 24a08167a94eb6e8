/** The script of the data table, separate because few readers use it. Standalone files contain it. */

import { openTable } from '../viewer/table.ts'

Object.assign(globalThis, { openTable })
