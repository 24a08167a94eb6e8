/** A title as the search finds it. */

import type { GraphRecord } from '../../domain/graph/graph.ts'
import { foldTitle } from '../fold.ts'
import { titleGrams } from '../title-grams.ts'

/** The fields of a document that the search compares, and finds it by. */
export function searchedTitle({ title }: Pick<GraphRecord, 'title'>) {
  const titleFolded = foldTitle(title)
  return { titleFolded, titleGrams: titleGrams(titleFolded) }
}
