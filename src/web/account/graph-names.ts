/** Names of graphs on the account's pages. */

import { shortDescription } from '../../domain/figure/describe/describe.ts'
import type { GraphRecord } from '../../domain/graph/graph.ts'
import { AppError } from '../../errors/errors.ts'
import type { FactsOf } from '../graph/figure-facts.ts'

export type NamedGraph = GraphRecord & { readonly name: string }

/** The maximum length of names taken from descriptions. */
const longest = 90

/** The title, or else a description such as "Bar chart. Horizontal axis: from 1 to 12". */
export async function nameGraph(graph: GraphRecord, factsOf: FactsOf): Promise<NamedGraph> {
  const title = graph.title?.trim()
  return { ...graph, name: title || (await nameByContent(graph, factsOf)) }
}

export const nameGraphs = (graphs: readonly GraphRecord[], factsOf: FactsOf): Promise<NamedGraph[]> =>
  Promise.all(graphs.map(graph => nameGraph(graph, factsOf)))

async function nameByContent(graph: GraphRecord, factsOf: FactsOf): Promise<string> {
  try {
    const { description } = await factsOf(graph)
    return shortDescription(description, longest).replace(/\.$/, '')
  } catch (error) {
    // The graph was changed or deleted just now.
    if (error instanceof AppError) return 'Untitled chart'
    throw error
  }
}
