/** What a render page keeps in memory from one figure to the next: measured now and then, given back when it is much. */

import type { CDPSession, Page } from 'puppeteer-core'
import type { Figure } from '../../domain/figure/text.ts'
import type { WhileOpen } from './while-open.ts'

/** A page that holds more after its garbage was collected is loaded anew. */
const mostHeapBytes = 256 * 1024 * 1024
const heapEvery = 50
/** The heap is measured after figures of more characters, too. */
const heavyText = 2_000_000
/** Of images; the browser itself would keep 512 MB of them. */
const mostDecodedBytes = 96 * 1024 * 1024

export interface PageMemory {
  /** Before a figure is drawn. */
  noteFigure(figure: Figure): void
  /** After it was drawn: the size of the images that the browser decoded for it. */
  noteDecoded(bytes: number): void
  /** What the browser keeps of images, when that is much. */
  evictImagesIfMany(): Promise<void>
  /** Whether the page, having drawn so many figures, holds so much that it is to be loaded anew. */
  isOverweight(drawn: number): Promise<boolean>
  /** Everything that no figure needs. */
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

  /** Images lie outside the heap, and the browser gives them back only when memory is short. */
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
      if (decodedBytes > mostDecodedBytes) await evictImages()
    },

    async isOverweight(drawn) {
      if (!heavy && drawn % heapEvery !== 0) return false
      heavy = false
      if ((await heapBytes()) < mostHeapBytes) return false
      // What garbage collection frees does not count.
      await collectGarbage()
      return (await heapBytes()) >= mostHeapBytes
    },

    async release() {
      await collectGarbage()
      // Maps share a worker, which has a heap of its own; it may end meanwhile, with a page that is loaded anew.
      for (const { client } of page.workers()) await collectGarbage(client).catch(() => {})
      await evictImages()
    },
  }
}
