/** What graphs are called on the account's pages. */

import { shortDescription } from '../../domain/figure/describe/describe.ts'
import type { GraphRecord } from '../../domain/graph/graph.ts'
import { AppError } from '../../errors/errors.ts'
import type { FactsOf } from '../graph/figure-facts.ts'

export type NamedGraph = GraphRecord & { readonly name: string }

/** In characters, of names that a description gives. */
const longest = 90

/** Its title; one without is called by what it shows, such as "Bar chart. Horizontal axis: from 1 to 12". */
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
    // It changed, or went, a moment ago.
    if (error instanceof AppError) return 'Untitled chart'
    throw error
  }
}
