/** The figure's data as a table, one key away. Of a large table, only the visible rows are in the document. */

import { byId } from '../dom/elements.ts'
import { parseCsv, withoutMark } from './csv-rows.ts'
import type { GraphPage } from './page.ts'

/** In CSS pixels, as in the style sheet. */
const rowHeight = 32
/** The number of additional rows above and below the visible ones. */
const spare = 20

export function openTable(page: GraphPage): void {
  const dialog = byId('table-dialog') as HTMLDialogElement
  if (!dialog.open) dialog.showModal()
  void fill(page, dialog)
}

async function fill({ settings, texts }: GraphPage, dialog: HTMLDialogElement): Promise<void> {
  const view = dialog.querySelector<HTMLElement>('.table-view')!
  view.textContent = texts.loading
  const csv = (await packedCsv()) ?? (await fetchCsv(settings))
  if (csv === null) {
    view.textContent = texts.noData
    return
  }
  const [head = [], ...rows] = parseCsv(csv)
  // The style sheet fills an empty view with its words for that.
  view.replaceChildren(...(rows.length > 0 ? [tableOf(view, head, rows)] : []))
}

/** The compressed csv in a standalone file. */
async function packedCsv(): Promise<string | null> {
  const packed = byId('csv')?.textContent
  if (!packed) return null
  const bytes = Uint8Array.from(atob(packed), letter => letter.charCodeAt(0))
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).text()
}

/** Null if it cannot be fetched. */
async function fetchCsv({ permalink }: GraphPage['settings']): Promise<string | null> {
  const answer = await fetch(`${permalink}.csv`).catch(() => null)
  return answer?.ok ? answer.text() : null
}

function tableOf(
  view: HTMLElement,
  head: readonly string[],
  rows: readonly (readonly string[])[],
): HTMLTableElement {
  const table = document.createElement('table')
  table.setAttribute('aria-labelledby', 'table-title')
  table.setAttribute('aria-rowcount', String(rows.length + 1))
  const body = document.createElement('tbody')
  table.append(document.createElement('thead'), body)
  const numeric = head.map((_, column) => isNumeric(rows, column))
  table.tHead!.append(rowOf(head, 'th', 1, numeric))
  let first = -1
  const draw = () => {
    const begin = Math.max(0, Math.floor(view.scrollTop / rowHeight) - spare)
    // It is only drawn again after scrolling by half of the additional rows.
    if (first !== -1 && Math.abs(begin - first) < spare / 2) return
    first = begin
    const end = Math.min(rows.length, begin + Math.ceil(view.clientHeight / rowHeight) + 2 * spare)
    const seen = rows.slice(begin, end).map((row, i) => rowOf(row, 'td', begin + i + 2, numeric))
    body.replaceChildren(gapOf(begin), ...seen, gapOf(rows.length - end))
  }
  view.addEventListener('scroll', draw)
  requestAnimationFrame(draw)
  return table
}

/** Judged by its first cells: numbers are aligned at the right. */
const isNumeric = (rows: readonly (readonly string[])[], column: number): boolean =>
  rows.slice(0, 50).every(row => !Number.isNaN(Number(row[column] ?? '')))

function rowOf(
  cells: readonly string[],
  tag: 'th' | 'td',
  index: number,
  numeric: readonly boolean[],
): HTMLTableRowElement {
  const row = document.createElement('tr')
  row.setAttribute('aria-rowindex', String(index))
  for (const [column, text] of cells.entries()) {
    const cell = document.createElement(tag)
    if (tag === 'th') (cell as HTMLTableCellElement).scope = 'col'
    cell.textContent = withoutMark(text)
    cell.classList.toggle('is-number', numeric[column])
    row.append(cell)
  }
  return row
}

/** An empty row as high as the rows that are not in the document. */
function gapOf(rows: number): HTMLTableRowElement {
  const row = document.createElement('tr')
  row.setAttribute('aria-hidden', 'true')
  row.style.height = `${rows * rowHeight}px`
  return row
}
