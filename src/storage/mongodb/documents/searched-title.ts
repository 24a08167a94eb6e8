/** The searchable form of a title. */

import type { GraphRecord } from '../../../domain/graph/graph.ts'
import { foldTitle } from '../../case-folding.ts'
import { titleGrams } from '../../title-grams.ts'

/** The document fields that the search uses. */
export function searchedTitle({ title }: Pick<GraphRecord, 'title'>) {
  const titleFolded = foldTitle(title)
  return { titleFolded, titleGrams: titleGrams(titleFolded) }
}
