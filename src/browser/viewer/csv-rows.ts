/** Parses the rows of the service's csv files (RFC 4180), whose lines end with CR LF. */

/** Cells as text, without quotes. The first row contains the names of the columns. */
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

/** A text without the mark that keeps spreadsheets from running it as a formula. */
export const withoutMark = (cell: string): string => cell.replace(/^'(?='*[=+\-@\t\r\n＝＋－＠])/, '')
