/** The prefixes of layouts, each read only once. */

import type { LayoutPrefix } from '../layout-prefix.ts'
import type { Connection } from './connection/connection.ts'
import { isDuplicate } from './connection/errors.ts'

export interface Prefixes {
  /** Stores a prefix. One call per process is enough. */
  put(prefix: LayoutPrefix): Promise<void>
  /** The text of a prefix. Rejects if the database does not have it. */
  text(id: string): Promise<string>
}

export function createPrefixes({ use }: Connection): Prefixes {
  const known = new Map<string, string>()
  return {
    put: ({ id, text }) =>
      use(async ({ layoutPrefixes }) => {
        try {
          await layoutPrefixes.insertOne({ _id: id, text })
        } catch (error) {
          if (!isDuplicate(error)) throw error
        }
      }),

    async text(id) {
      const text = known.get(id)
      if (text !== undefined) return text
      const doc = await use(({ layoutPrefixes }) => layoutPrefixes.findOne({ _id: id }))
      if (!doc) throw new Error(`the store has lost the layout prefix ${id}`)
      known.set(id, doc.text)
      return doc.text
    },
  }
}
