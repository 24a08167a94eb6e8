/** Names of graphs on the account's pages. */

import { nameOfGraph } from '../../../domain/figure/describe/describe.ts'
import type { GraphRecord } from '../../../domain/graph/graph.ts'
import { AppError } from '../../../errors/errors.ts'
import type { FactsOf } from '../../graph/figure-facts.ts'

export type NamedGraph = GraphRecord & { readonly name: string }

/** Reads the figure of a graph without a title only. */
export async function nameGraph(graph: GraphRecord, factsOf: FactsOf): Promise<NamedGraph> {
  const name = graph.title?.trim() || (await nameByContent(graph, factsOf))
  return { ...graph, name }
}

/** The graphs with what each is called: its title, or what it shows. */
export const nameGraphs = (graphs: readonly GraphRecord[], factsOf: FactsOf): Promise<NamedGraph[]> =>
  Promise.all(graphs.map(graph => nameGraph(graph, factsOf)))

async function nameByContent(graph: GraphRecord, factsOf: FactsOf): Promise<string> {
  try {
    const { description } = await factsOf(graph)
    return nameOfGraph(null, description)
  } catch (error) {
    // The graph was changed or deleted just now.
    if (error instanceof AppError) return 'Untitled chart'
    throw error
  }
}
