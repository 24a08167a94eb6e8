/** Converts a record's JSON value to document fields and filters. */

import type { Document } from 'mongodb'
import { type RecordDoc, schemaVersion } from './documents.ts'

/** Sorts the keys of nested objects, so that equal values become equal documents. */
export const toFields = (value: object): Document => ordered(JSON.parse(JSON.stringify(value))) as Document

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered)
  if (value === null || typeof value !== 'object') return value
  const entries = Object.entries(value).map(([key, each]) => [key, ordered(each)] as const)
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** The path of a field in the document. Throws on a name that MongoDB would interpret as a path or an operator. */
export function fieldPath(field: string): string {
  if (field === '' || field.startsWith('$') || /[.\0]/.test(field)) {
    throw new Error(`a record's field cannot be named ${JSON.stringify(field)}`)
  }
  return `value.${field}`
}

/**
 * A filter for records whose fields have exactly these values. It uses expressions, because in a plain filter null also
 * matches missing fields, and a value also matches arrays that contain it.
 */
export const hasFields = (expected: object): Document => ({
  $expr: {
    $and: Object.entries(toFields(expected)).map(([field, value]) => ({
      $eq: [`$${fieldPath(field)}`, { $literal: value }],
    })),
  },
})

/** The value of a document of any schema version. The first one stored JSON texts. */
export const fromRecordDoc = ({ value }: Pick<RecordDoc, 'value'>): object =>
  typeof value === 'string' ? JSON.parse(value) : value

/** The upgraded fields of a document of an earlier schema version. */
export const upgradedRecord = (doc: RecordDoc): Pick<RecordDoc, 'schema' | 'value'> => ({
  schema: schemaVersion,
  value: toFields(fromRecordDoc(doc)),
})
