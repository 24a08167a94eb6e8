/** Queries about records. Can run in any thread. */

import type { Statements } from './statements.ts'

export type RecordRow = {
  readonly id: string
  readonly value: string
}

export function createRecordReads(statement: Statements) {
  return {
    record: (collection: string, id: string, now: number) =>
      statement(
        `SELECT id, value FROM records
         WHERE collection = ? AND id = ? AND (expires_at IS NULL OR expires_at > ?)`,
      ).get(collection, id, now) as RecordRow | undefined,

    recordList: (collection: string, owner: string | null, now: number) =>
      statement(
        `SELECT id, value FROM records
         WHERE collection = ? ${owner === null ? '' : 'AND owner = ?'} AND (expires_at IS NULL OR expires_at > ?)
         ORDER BY seq DESC`,
      ).all(...(owner === null ? [collection, now] : [collection, owner, now])) as RecordRow[],
  }
}
