/** Adds the titles of large accounts to the search index, in steps between which other writes can run. */

import type { DatabaseSync } from 'node:sqlite'
import { indexedFrom } from '../reads/search.ts'

/** How many graphs a step visits, and how many titles it indexes, at most. */
const stepGraphs = 5000
const stepTitles = 500

type Total = { account_id: string; titles_to: number }

export function createTitleIndex(db: DatabaseSync) {
  const newest = db.prepare('SELECT ifnull(max(seq), 0) AS seq FROM graphs')
  const behind = db.prepare(
    `SELECT account_id, titles_to FROM account_totals
     WHERE (graphs > ${indexedFrom} OR titles_to > 0) AND titles_to < ? LIMIT 1`,
  )
  // Scans the table in order, because rows from an index would have to be sorted.
  const lastOfStep = db.prepare(
    `SELECT max(seq) AS seq, count(*) AS count FROM (
       SELECT seq FROM graphs NOT INDEXED WHERE account_id = ? AND seq > ? AND seq <= ? ORDER BY seq LIMIT ${stepTitles})`,
  )
  const add = db.prepare(
    `INSERT INTO graph_titles (rowid, title_folded) SELECT seq, title_folded FROM graphs NOT INDEXED
     WHERE account_id = ? AND seq > ? AND seq <= ? AND title_folded IS NOT NULL`,
  )
  const setTo = db.prepare('UPDATE account_totals SET titles_to = ? WHERE account_id = ?')

  return {
    /** The last graph of a round of steps. Graphs created during the round are left to the next one. */
    newestGraph: (): number => Number(newest.get()?.seq),

    /** Runs one step of a round. Returns false at its end. */
    indexTitles(upTo: number): boolean {
      const total = behind.get(upTo) as Total | undefined
      if (!total) return false
      const { account_id, titles_to } = total
      const end = Math.min(titles_to + stepGraphs, upTo)
      const step = lastOfStep.get(account_id, titles_to, end) as { seq: number | null; count: number }
      const to = step.count === stepTitles && step.seq !== null ? step.seq : end
      if (step.count > 0) add.run(account_id, titles_to, to)
      setTo.run(to, account_id)
      return true
    },
  }
}
