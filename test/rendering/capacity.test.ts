import { availableParallelism } from 'node:os'
import { describe, expect, test } from '@jest/globals'
import { renderCapacity } from '../../src/rendering/capacity.ts'

const gibibyte = 1024 ** 3

describe('as many warm pages', () => {
  test.each([
    [16, 4, 4],
    [2, 8, 4],
    [1, 4, 1],
    [0.5, 4, 1],
    [0.1, 4, 1],
    [64, 1, 1],
  ])('in %d GiB with %d cores are %d', (memory, cores, workers) => {
    expect(renderCapacity(null, { cores, memoryBytes: memory * gibibyte }).workers).toBe(workers)
  })

  test('are those that were asked for', () => {
    expect(renderCapacity(7, { cores: 4, memoryBytes: 16 * gibibyte })).toMatchObject({
      workers: 7,
      warning: null,
    })
  })

  test.each([
    [16, true],
    [1, true],
    [0.5, false],
  ])('have a spare one in %d GiB: %p', (memory, spare) => {
    expect(renderCapacity(1, { cores: 4, memoryBytes: memory * gibibyte }).spare).toBe(spare)
  })

  test('are never more than this machine has cores', () => {
    expect(renderCapacity(null).workers).toBeLessThanOrEqual(availableParallelism())
  })
})

describe('what is told', () => {
  test('says how the number came about', () => {
    const { reason, warning } = renderCapacity(null, { cores: 4, memoryBytes: gibibyte })
    expect(reason).toContain('RENDER_WORKERS is 1: 4 cores, and in 1024 MiB memory for 1 pages of 448 MiB')
    expect(warning).toBeNull()
  })

  test.each([
    [null, 0.5, '512 MiB of memory is less than the 672 MiB that 1 page may need'],
    [4, 1, '1024 MiB of memory is less than the 2016 MiB that 4 pages may need'],
  ])('warns of %p pages in %d GiB', (given, memory, words) => {
    expect(renderCapacity(given, { cores: 4, memoryBytes: memory * gibibyte }).warning).toContain(words)
  })
})
