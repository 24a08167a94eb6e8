/** The rows of figures. */

import type { DatabaseSync, StatementSync } from 'node:sqlite'

/** Takes the time at which the figure was made, its packed values, and the graph's `seq`. */
export const prepareSetFigure = (db: DatabaseSync): StatementSync =>
  db.prepare(
    `UPDATE figures SET made_at = ?, encoding = ?, layout_prefix = ?, data_bytes = ?, layout_bytes = ?,
       frames_bytes = ?, body = ? WHERE seq = ?`,
  )
