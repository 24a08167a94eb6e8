/**
 * Whole answers of graphs that are read often, kept as bytes: a version never changes, so putting its answer
 * together again is work for nothing. Nothing is answered from here before the store has said that the graph is
 * still there.
 */

import { LRUCache } from 'lru-cache'
import { type FigureText, joinTexts } from '../../domain/figure/text.ts'
import type { VersionRef } from '../../domain/graph/graph.ts'
import type { GraphId } from '../../domain/ids.ts'

const maxBytes = 32 * 1024 * 1024
/** Larger ones are rare, and the network takes longer over them than the store. */
const maxAnswerBytes = 256 * 1024

const sizeOf = (answer: readonly FigureText[]) =>
  answer.reduce((sum, text) => sum + Buffer.byteLength(text), 0)

export interface Answers {
  get(ref: VersionRef): Buffer | undefined
  /** The answer to send; kept where it is small enough. */
  keep(ref: VersionRef, answer: readonly FigureText[]): Buffer | readonly FigureText[]
  forget(graphId: GraphId): void
}

export function createAnswers(): Answers {
  // Of each graph the version that was read last.
  const kept = new LRUCache<string, { readonly version: number; readonly bytes: Buffer }>({
    maxSize: maxBytes,
    maxEntrySize: maxAnswerBytes,
    sizeCalculation: ({ bytes }) => bytes.length + 200,
  })
  return {
    get({ graphId, version }) {
      const found = kept.get(graphId)
      return found?.version === version ? found.bytes : undefined
    },
    forget: graphId => void kept.delete(graphId),
    keep({ graphId, version }, answer) {
      if (sizeOf(answer) > maxAnswerBytes) return answer
      const bytes = joinTexts(answer)
      kept.set(graphId, { version, bytes })
      return bytes
    },
  }
}
