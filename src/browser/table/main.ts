/** The script of the data table: of its own, since few readers ask for it. The page's script opens it. */

export { openTable } from '../viewer/table.ts'
