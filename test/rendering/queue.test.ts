import { describe, expect, test } from '@jest/globals'
import type { RenderPriority } from '../../src/domain/ports.ts'
import { createRenderQueue } from '../../src/rendering/queue.ts'

interface Entry {
  readonly name: string
  priority: RenderPriority
}

const waiting = (name: string): Entry => ({ name, priority: 'waiting' })
const background = (name: string): Entry => ({ name, priority: 'background' })
const never = new AbortController().signal

async function names(queue: ReturnType<typeof createRenderQueue<Entry>>): Promise<string[]> {
  const taken: string[] = []
  while (queue.size > 0) taken.push((await queue.take(never))!.name)
  return taken
}

describe('the render queue', () => {
  test('gives those somebody waits for first, each line in order of arrival', async () => {
    const queue = createRenderQueue<Entry>({ waiting: 9, background: 9 })
    for (const entry of [background('b1'), waiting('w1'), background('b2'), waiting('w2')]) queue.add(entry)
    expect(await names(queue)).toEqual(['w1', 'w2', 'b1', 'b2'])
  })

  test('a promoted entry joins the end of the waiting line', async () => {
    const queue = createRenderQueue<Entry>({ waiting: 9, background: 9 })
    const entry = background('b2')
    for (const each of [background('b1'), entry, waiting('w1')]) queue.add(each)
    queue.promote(entry)
    queue.promote(entry)
    expect(await names(queue)).toEqual(['w1', 'b2', 'b1'])
  })

  test('holds back what nobody waits for while there is no breath for it, and no longer', async () => {
    let breath = false
    const queue = createRenderQueue<Entry>({ waiting: 9, background: 9 }, () => breath)
    const taken: string[] = []
    const taker = async () => {
      for (;;) taken.push((await queue.take(never))!.name)
    }
    void taker()
    queue.add(background('b1'))
    queue.add(waiting('w1'))
    const hastened = background('b2')
    queue.add(hastened)
    queue.promote(hastened)
    await new Promise(resolve => setTimeout(resolve, 200))
    expect(taken).toEqual(['w1', 'b2'])
    breath = true
    await new Promise(resolve => setTimeout(resolve, 200))
    expect(taken).toEqual(['w1', 'b2', 'b1'])
  })

  test('refuses beyond its places, by priority', () => {
    const queue = createRenderQueue<Entry>({ waiting: 1, background: 2 })
    queue.add(waiting('w1'))
    queue.add(background('b1'))
    queue.add(background('b2'))
    for (const entry of [waiting('w2'), background('b3')]) {
      expect(() => queue.add(entry)).toThrow(expect.objectContaining({ code: 'overloaded', status: 503 }))
    }
  })

  test('a promotion that finds no place leaves the queue', async () => {
    const queue = createRenderQueue<Entry>({ waiting: 1, background: 2 })
    const entry = background('b1')
    queue.add(waiting('w1'))
    queue.add(entry)
    expect(() => queue.promote(entry)).toThrow(expect.objectContaining({ code: 'overloaded' }))
    expect(await names(queue)).toEqual(['w1'])
  })

  test('whoever takes from an empty queue gets the next entry, whatever the bounds', async () => {
    const queue = createRenderQueue<Entry>({ waiting: 0, background: 0 })
    const taken = queue.take(never)
    queue.add(background('b1'))
    expect((await taken)?.name).toBe('b1')
  })

  test('a stopped taker gets nothing and takes nothing from others', async () => {
    const queue = createRenderQueue<Entry>({ waiting: 9, background: 9 })
    const stop = new AbortController()
    const stopped = queue.take(stop.signal)
    const other = queue.take(never)
    stop.abort()
    queue.add(waiting('w1'))
    expect(await stopped).toBeNull()
    expect((await other)?.name).toBe('w1')
    expect(await queue.take(stop.signal)).toBeNull()
  })

  test('a restored entry comes first in its line; a removed one not at all', async () => {
    const queue = createRenderQueue<Entry>({ waiting: 9, background: 9 })
    const gone = waiting('gone')
    queue.add(waiting('w1'))
    queue.add(gone)
    queue.restore(waiting('w0'))
    expect(queue.remove(gone)).toBe(true)
    expect(queue.remove(gone)).toBe(false)
    expect(await names(queue)).toEqual(['w0', 'w1'])
  })
})
