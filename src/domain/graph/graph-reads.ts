/** Reads graphs with their figures. */

import { AppError, graphNotFound, versionNotFound } from '../../errors/errors.ts'
import type { GraphId } from '../ids.ts'
import type { GraphStore } from '../ports.ts'
import type { Graph, GraphRecord } from './graph.ts'

export interface GraphReads {
  /** Rejects with `graph_not_found`. */
  readNewest(graphId: GraphId): Promise<Graph>
  /** Rejects with `graph_not_found` or `version_not_found`. */
  readVersion(graphId: GraphId, version: number): Promise<Graph>
  /** The record of a version (default: the newest). Null if the graph does not exist. Rejects with `version_not_found`. */
  find(graphId: GraphId, version?: number): Promise<GraphRecord | null>
  /** The answer to a repeated request: the version that it made, or the newest if that one is no longer kept. */
  readMade(graphId: GraphId, version: number): Promise<Graph>
}

/** How often a read is retried when the newest version was replaced and removed between two queries. */
const readAttempts = 5

export function createGraphReads(graphs: GraphStore): GraphReads {
  async function readNewest(graphId: GraphId): Promise<Graph> {
    for (let attempt = 0; attempt < readAttempts; attempt++) {
      const record = await graphs.find(graphId)
      if (!record) break
      const figure = await graphs.figure(graphId, record.version)
      if (figure) return { ...record, figure }
    }
    throw graphNotFound(graphId)
  }

  async function readVersion(graphId: GraphId, version: number): Promise<Graph> {
    const record = await find(graphId, version)
    if (!record) throw graphNotFound(graphId)
    const figure = await graphs.figure(graphId, version)
    if (!figure) throw versionNotFound(version)
    return { ...record, figure }
  }

  async function find(graphId: GraphId, version?: number): Promise<GraphRecord | null> {
    const newest = await graphs.find(graphId)
    if (!newest || version === undefined || version === newest.version) return newest
    const record = await graphs.findVersion({ graphId, version })
    if (!record) throw versionNotFound(version, newest.version)
    return record
  }

  const readMade = (graphId: GraphId, version: number): Promise<Graph> =>
    readVersion(graphId, version).catch(error => {
      if (error instanceof AppError && error.code === 'version_not_found') return readNewest(graphId)
      throw error
    })

  return { find, readNewest, readVersion, readMade }
}
