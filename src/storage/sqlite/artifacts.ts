/** Artifacts in the embedded store. */

import { isPinned } from '../../domain/image/pinned.ts'
import type { ArtifactIndex } from '../artifact-index.ts'
import type { Connections } from './connections.ts'
import { fromArtifactRow, fromOmitted, toRenderingRow } from './tables/rows.ts'

/** Files up to this size are read in the caller's thread, which takes well under a millisecond. */
const shortRead = 128 * 1024

export function createArtifacts({ writer, reader, here }: Connections, kept: number): ArtifactIndex {
  return {
    async get({ graphId, version }, variant) {
      const row = here(reads => reads.artifact(graphId, version, variant, shortRead)) ?? undefined
      const whole = row && !row.bytes ? await reader.call('artifact', graphId, version, variant) : row
      return whole?.bytes ? fromArtifactRow({ ...whole, bytes: whole.bytes }) : null
    },

    async getOlder({ graphId, version }, variant) {
      const row = await reader.call('olderArtifact', graphId, version, variant, kept)
      return row?.bytes ? { ...fromArtifactRow({ ...row, bytes: row.bytes }), version: row.version } : null
    },

    put({ graphId, version }, variant, artifact, imageKey, rendering) {
      const { bytes, etag, createdAt, drawnBy, omitted, size } = artifact
      const row = {
        lasting: isPinned(variant),
        createdAt: createdAt.getTime(),
        etag,
        bytes,
        size: size ?? bytes.byteLength,
        imageKey: imageKey ?? null,
        omitted: omitted ? JSON.stringify(omitted) : null,
        drawnBy: drawnBy ?? null,
      }
      const state = rendering ? toRenderingRow(rendering) : null
      return writer.call('putArtifact', graphId, version, variant, kept, row, state)
    },

    async findEqual(imageKey) {
      const row = here(reads => reads.equalImage(imageKey, shortRead))
      const whole = row && !row.bytes ? await reader.call('equalImage', imageKey) : row
      return whole?.bytes ? fromArtifactRow({ ...whole, bytes: whole.bytes }) : null
    },

    async adopt({ graphId, version }, keys) {
      // Most figures are new, and a read shows that without waiting for the writer thread.
      const [first] = keys.values()
      if (first === undefined || !here(reads => reads.hasImage(first))) return null
      const adoptions = [...keys].map(([variant, imageKey]) => ({
        variant,
        lasting: isPinned(variant),
        imageKey,
      }))
      const adopted = await writer.call('adopt', graphId, version, kept, adoptions, Date.now())
      return adopted && { omitted: fromOmitted(adopted.omitted) }
    },
  }
}
