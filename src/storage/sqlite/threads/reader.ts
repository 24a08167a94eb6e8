/** The thread for long reads: lists, counts, large figures and artifacts. */

import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { memoryOf } from '../../../domain/figure/text.ts'
import { type VersionRef, versionName } from '../../../domain/graph/graph.ts'
import type { GraphId } from '../../../domain/ids.ts'
import { extendFigure, unpackLargeFigure } from '../../figure-codec.ts'
import type { TrimmedFigure } from '../../layout-prefix.ts'
import { describeFailure } from '../failures.ts'
import { prepareReader } from '../file/pragmas.ts'
import type { ListRequest } from '../reads/list-query.ts'
import { createReads } from '../reads/reads.ts'
import { createSearch } from '../reads/search.ts'
import { type ArtifactRow, type NamedFigure, toPacked } from '../tables/rows.ts'
import { type Answer, type Call, closing } from './protocol.ts'

const port = parentPort
if (!port) throw new Error('this module runs as a worker thread')

const db = new DatabaseSync((workerData as { file: string }).file, { readOnly: true })
prepareReader(db)
const reads = createReads(db)

const beat = db.prepare('SELECT beat FROM heartbeat')

async function figure(graphId: GraphId, version: number | null, kept: number): Promise<TrimmedFigure | null> {
  const rows = reads.figure(graphId, version, kept, Number.MAX_SAFE_INTEGER)
  if (!rows?.figure.body || !rows.appends) return null
  const base = await unpackLargeFigure(toPacked({ ...rows.figure, body: rows.figure.body }))
  return extendFigure(base, rows.appends)
}

const calls = {
  figure,

  async figures(refs: readonly VersionRef[], kept: number): Promise<NamedFigure[]> {
    const found = refs.map(
      async ref => [versionName(ref), await figure(ref.graphId, ref.version, kept)] as const,
    )
    return (await Promise.all(found)).flatMap(([name, each]) => (each ? [[name, each] as const] : []))
  },

  artifact: (graphId: GraphId, version: number, variant: string): ArtifactRow | undefined =>
    reads.artifact(graphId, version, variant, Number.MAX_SAFE_INTEGER),

  equalImage: (imageKey: string) => reads.equalImage(imageKey, Number.MAX_SAFE_INTEGER),
  olderArtifact: reads.olderArtifact,
  findVersion: reads.findVersion,
  findMany: reads.findMany,
  list: (request: ListRequest) => reads.list(request),
  search: createSearch(db),
  unfinished: reads.unfinished,
  expired: reads.expired,
  countExpired: reads.countExpired,
  recordList: reads.recordList,
  overflow: reads.overflow,
  beat: (): number => Number(beat.get()?.beat),
}
export type ReaderCalls = typeof calls

port.on('message', (message: Call[] | typeof closing) => {
  if (message === closing) {
    db.close()
    port.close()
    return
  }
  for (const [id, name, args] of message) void respond(id, name, args)
})

async function respond(id: number, name: string, args: readonly unknown[]): Promise<void> {
  // Callers have checked the argument types; messages between threads are untyped.
  const call = (calls as unknown as Record<string, (...args: readonly unknown[]) => unknown>)[name]
  try {
    const value = await call?.(...args)
    send([id, true, value], transferable(value))
  } catch (error) {
    send([id, false, describeFailure(error)], [])
  }
}

function send(answer: Answer, transfer: readonly ArrayBuffer[]): void {
  port?.postMessage([answer], transfer)
}

/** The memory of an artifact's or figures' bytes, which is transferred instead of being copied. */
function transferable(value: unknown): readonly ArrayBuffer[] {
  if (Array.isArray(value)) return value.flatMap(each => (Array.isArray(each) ? transferable(each[1]) : []))
  const {
    bytes = null,
    data = null,
    layoutRest = null,
    frames = null,
  } = (value ?? {}) as Partial<ArtifactRow & TrimmedFigure>
  return memoryOf([bytes, data, layoutRest, frames])
}
