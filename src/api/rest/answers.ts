/**
 * Whole answers of graphs that are read often, kept as bytes: a figure never changes, so putting its answer
 * together again is work for nothing. Nothing is answered from here before the store has said that the graph is
 * still there.
 */

import { LRUCache } from 'lru-cache'
import { type FigureText, joinTexts } from '../../domain/figure/text.ts'

const maxBytes = 32 * 1024 * 1024
/** Larger ones are rare, and the network takes longer over them than the store. */
const maxAnswerBytes = 256 * 1024

const sizeOf = (answer: readonly FigureText[]) =>
  answer.reduce((sum, text) => sum + Buffer.byteLength(text), 0)

export interface Answers {
  get(graphId: string): Buffer | undefined
  /** The answer to send; kept where it is small enough. */
  keep(graphId: string, answer: readonly FigureText[]): Buffer | readonly FigureText[]
  forget(graphId: string): void
}

export function createAnswers(): Answers {
  const kept = new LRUCache<string, Buffer>({
    maxSize: maxBytes,
    maxEntrySize: maxAnswerBytes,
    sizeCalculation: answer => answer.length + 200,
  })
  return {
    get: graphId => kept.get(graphId),
    forget: graphId => void kept.delete(graphId),
    keep(graphId, answer) {
      if (sizeOf(answer) > maxAnswerBytes) return answer
      const bytes = joinTexts(answer)
      kept.set(graphId, bytes)
      return bytes
    },
  }
}
