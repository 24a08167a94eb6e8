/** Prepared statements of one connection, each prepared when it is first used. */

import type { DatabaseSync, StatementSync } from 'node:sqlite'

export type Statements = (sql: string) => StatementSync

export function createStatements(db: DatabaseSync): Statements {
  const prepared = new Map<string, StatementSync>()
  return sql => {
    const found = prepared.get(sql) ?? db.prepare(sql)
    prepared.set(sql, found)
    return found
  }
}
