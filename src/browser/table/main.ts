/** The script of the data table: of its own, since a page is interactive before anybody asks for the table. */

import { readPage } from '../viewer/page.ts'
import { offerTable } from '../viewer/table.ts'

offerTable(readPage())
