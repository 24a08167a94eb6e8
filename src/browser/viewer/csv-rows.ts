/** The rows of a csv file (RFC 4180) of the service: lines end with CR LF. */

/** Cells as text, quotes taken away. The first row has the names of the columns. */
export function parseCsv(file: string): readonly (readonly string[])[] {
  const rows: string[][] = []
  let row: string[] = []
  for (const [, quoted, plain = '', end] of file.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy)) {
    row.push(quoted?.replaceAll('""', '"') ?? plain)
    if (end === ',') continue
    rows.push(row)
    row = []
  }
  return rows
}

/** A text without the mark that keeps spreadsheets from running it. */
export const withoutMark = (cell: string): string => cell.replace(/^'(?='*[=+\-@\t\r\n＝＋－＠])/, '')
