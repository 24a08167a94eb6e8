import { describe, expect, test } from '@jest/globals'
import { createFileCache } from '../../src/http/representations/file-cache.ts'

/** Files of a tag's length, and how often each was made. */
function maker(size: number) {
  const made: string[] = []
  return {
    made,
    make: (tag: string) => async () => {
      made.push(tag)
      await new Promise(resolve => setTimeout(resolve, 5))
      return Buffer.alloc(size, tag)
    },
  }
}

describe('files that were made', () => {
  test('are made once for all who ask, at once and later', async () => {
    const cache = createFileCache()
    const { made, make } = maker(10)
    const files = await Promise.all([1, 2, 3].map(() => cache.get('a', make('a'))))
    files.push(await cache.get('a', make('a')))
    expect(made).toEqual(['a'])
    expect(new Set(files).size).toBe(1)
  })

  test('go when there are too many bytes of them, and the longest unused goes first', async () => {
    const cache = createFileCache({ bytes: 2_500, fileBytes: 2_000 })
    const { made, make } = maker(1_000)
    for (const tag of ['a', 'b', 'a', 'c', 'a', 'b']) await cache.get(tag, make(tag))
    expect(made).toEqual(['a', 'b', 'c', 'b'])
  })

  test('are shared and not kept where one is too large', async () => {
    const cache = createFileCache({ bytes: 2_500, fileBytes: 500 })
    const { made, make } = maker(1_000)
    await Promise.all([cache.get('a', make('a')), cache.get('a', make('a'))])
    await cache.get('a', make('a'))
    expect(made).toEqual(['a', 'a'])
  })

  test('are in memory once while they are being sent, though none of that size is kept', async () => {
    const cache = createFileCache({ bytes: 2_500, fileBytes: 500 })
    const { made, make } = maker(256 * 1024)
    const sent = await cache.get('a', make('a'))
    const another = await cache.get('a', make('a'))
    expect([another.equals(sent), another.buffer === sent.buffer, made]).toEqual([true, true, ['a']])
  })

  test('are tried again where making one failed', async () => {
    const cache = createFileCache()
    const failing = async () => {
      throw new Error('no')
    }
    await expect(cache.get('a', failing)).rejects.toThrow('no')
    expect(await cache.get('a', async () => Buffer.from('yes'))).toEqual(Buffer.from('yes'))
  })
})
