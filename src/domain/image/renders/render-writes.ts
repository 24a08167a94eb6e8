/** Writes that follow renders, made out of the way of whoever waits for the image. */

import type { GraphId } from '../../ids.ts'

/** The writes of one render, made in the order in which they were asked for. */
export interface RenderWriter {
  write(work: () => Promise<unknown>): void
  /** Resolves when all that was asked for so far is written, or has failed. */
  written(): Promise<void>
}

export interface RenderWrites {
  /** For one render; of a graph, or of none. */
  openWriter(graphId: GraphId | null): RenderWriter
  /** Resolves when nothing is left to write. */
  settled(): Promise<void>
}

/** `onError` gets the error of a write that failed; later writes are made all the same. */
export function createRenderWrites(onError: (error: unknown, graphId: GraphId | null) => void): RenderWrites {
  const writing = new Set<Promise<void>>()

  return {
    openWriter(graphId) {
      let last: Promise<void> = Promise.resolve()
      return {
        write(work) {
          const done: Promise<void> = last
            .then(work)
            .then(
              () => {},
              error => onError(error, graphId),
            )
            .finally(() => writing.delete(done))
          last = done
          writing.add(done)
        },
        written: () => last,
      }
    },

    async settled() {
      // A write may ask for another.
      while (writing.size > 0) await Promise.all(writing)
    },
  }
}
