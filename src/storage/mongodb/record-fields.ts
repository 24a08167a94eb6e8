/** A record's JSON value as fields of a document, and what is asked of them. */

import type { Document } from 'mongodb'
import { type RecordDoc, schemaVersion } from './documents.ts'

/** Plain JSON with the keys of nested objects in order: equal values are equal documents then. */
export const toFields = (value: object): Document => ordered(JSON.parse(JSON.stringify(value))) as Document

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered)
  if (value === null || typeof value !== 'object') return value
  const entries = Object.entries(value).map(([key, each]) => [key, ordered(each)] as const)
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Where a field lies in the document. Throws on a name that MongoDB would read as a path or an operator. */
export function fieldPath(field: string): string {
  if (field === '' || field.startsWith('$') || /[.\0]/.test(field)) {
    throw new Error(`a record's field cannot be named ${JSON.stringify(field)}`)
  }
  return `value.${field}`
}

/**
 * A filter for records whose fields hold exactly these values. By expressions, since a plain filter would take a
 * missing field for null, and an array for each of its elements.
 */
export const hasFields = (expected: object): Document => ({
  $expr: {
    $and: Object.entries(toFields(expected)).map(([field, value]) => ({
      $eq: [`$${fieldPath(field)}`, { $literal: value }],
    })),
  },
})

/** The value of a document of any schema: the first one kept it as JSON text. */
export const fromRecordDoc = ({ value }: Pick<RecordDoc, 'value'>): object =>
  typeof value === 'string' ? JSON.parse(value) : value

/** What a document of an earlier schema becomes. */
export const upgradedRecord = (doc: RecordDoc): Pick<RecordDoc, 'schema' | 'value'> => ({
  schema: schemaVersion,
  value: toFields(fromRecordDoc(doc)),
})
