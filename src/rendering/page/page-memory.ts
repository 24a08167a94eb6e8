/**
 * What a render page keeps in memory from one figure to the next: measured now and then, and released when it is much.
 */

import type { CDPSession, Page } from 'puppeteer-core'
import type { Figure } from '../../domain/figure/text.ts'
import { availableMemory } from '../chromium/available-memory.ts'
import type { WhileOpen } from './while-open.ts'

const mebibyte = 1024 * 1024
/** A page with a larger heap after garbage collection is reloaded. */
const maxHeapBytes = 256 * mebibyte
const heapEvery = 50
/** With so much memory left, garbage is mostly left to the engine. */
const plentyBytes = 1024 * mebibyte
const maxGarbageBytes = 512 * mebibyte
/** In characters. The heap is also measured after larger figures. */
const heavyText = 2_000_000
/** Of decoded images, of which the browser itself would keep 512 MB. */
const maxDecodedBytes = 96 * mebibyte

/**
 * The size of a heap, with garbage, from which on it is collected. A collection from outside also drops what is compiled,
 * which costs half a second of processor time.
 */
export const collectedFrom = (leftBytes: number): number =>
  leftBytes > plentyBytes ? maxGarbageBytes : maxHeapBytes

export interface PageMemory {
  /** To be called before a figure is drawn. */
  noteFigure(figure: Figure): void
  /** To be called after it was drawn, with the size of the images that the browser decoded for it. */
  noteDecoded(bytes: number): void
  /** Releases the decoded images if there are many. */
  evictImagesIfMany(): Promise<void>
  /** Whether the page, after `drawn` figures, uses so much memory that it is to be reloaded. */
  isOverweight(drawn: number): Promise<boolean>
  /** Releases everything that no figure needs. */
  release(): Promise<void>
}

export interface MeasuredPage {
  readonly page: Page
  readonly session: CDPSession
  readonly whileOpen: WhileOpen
}

export function createPageMemory({ page, session, whileOpen }: MeasuredPage): PageMemory {
  let heavy = false
  let decodedBytes = 0

  const collectGarbage = (of = session) => whileOpen(of.send('HeapProfiler.collectGarbage'))

  async function heapBytes(): Promise<number> {
    const heap = await whileOpen(session.send('Runtime.getHeapUsage'))
    return heap.usedSize + heap.embedderHeapUsedSize + heap.backingStorageSize
  }

  /** Decoded images are outside the heap, and the browser releases them only when memory is short. */
  async function evictImages(): Promise<void> {
    decodedBytes = 0
    await whileOpen(session.send('Memory.simulatePressureNotification', { level: 'critical' }))
  }

  return {
    noteFigure(figure) {
      heavy ||= figure.data.length > heavyText
    },

    noteDecoded(bytes) {
      decodedBytes += bytes
    },

    async evictImagesIfMany() {
      if (decodedBytes > maxDecodedBytes) await evictImages()
    },

    async isOverweight(drawn) {
      if (!heavy && drawn % heapEvery !== 0) return false
      heavy = false
      const bytes = await heapBytes()
      if (bytes < maxHeapBytes || bytes < collectedFrom(availableMemory())) return false
      // Memory that garbage collection frees does not count.
      await collectGarbage()
      return (await heapBytes()) >= maxHeapBytes
    },

    async release() {
      await collectGarbage()
      // Maps share a worker with its own heap, which may end meanwhile when the page is reloaded.
      for (const { client } of page.workers()) await collectGarbage(client).catch(() => {})
      await evictImages()
    },
  }
}
