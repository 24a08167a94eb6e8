/** Graphs to store. */

import type { Figure } from '../../src/domain/figure/text.ts'
import type { Artifact, GraphRecord } from '../../src/domain/graph/graph.ts'
import { accountIdOf, createGraphIds, type GraphId } from '../../src/domain/ids.ts'
import type { IdempotencyClaim } from '../../src/domain/ports.ts'

export const newId = createGraphIds()

export const sampleRecord = (change: Partial<GraphRecord> = {}): GraphRecord => ({
  graphId: newId(),
  accountId: accountIdOf('account-1'),
  createdAt: new Date('2026-01-02T03:04:05.678Z'),
  version: 1,
  updatedAt: new Date('2026-01-02T03:04:05.678Z'),
  expiresAt: null,
  title: 'Sales',
  traceTypes: ['scatter', 'bar'],
  warnings: [{ path: 'layout.titel', message: 'the layout has no such attribute' }],
  rendering: { status: 'pending', error: null, omitted: [] },
  ...change,
})

export const sampleFigure = (change: Partial<Figure> = {}): Figure => ({
  data: '[{"x":[1,2],"y":[3.0,1e400]}]',
  layout: '{"title":{"text":"Sales"}}',
  frames: null,
  ...change,
})

export const sampleArtifact = (
  bytes = Buffer.from('picture'),
  createdAt = new Date(1_700_000_000_000),
): Artifact => ({
  bytes,
  etag: `"${bytes.length}"`,
  createdAt,
  drawnBy: '1.2.3',
})

export const sampleClaim = (change: Partial<IdempotencyClaim> = {}): IdempotencyClaim => ({
  id: newId(),
  bodyHash: 'hash-1',
  expiresAt: new Date(Date.now() + 60_000),
  ...change,
})

/** The variant of the picture made at creation, and one made on demand. */
export const firstPng = 'png|||1||'
export const wideWebp = 'webp|1200||2|dark|'

/** A graph's first version. */
export const first = (graphId: GraphId) => ({ graphId, version: 1 })
