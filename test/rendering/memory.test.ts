/** A browser that leaves too little memory makes room for a new one, before the kernel ends a process. */

import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { expect, test } from '@jest/globals'
import { limitMemory } from '../../scripts/small-machine/memory-limit.ts'
import type { Figure } from '../../src/domain/figure/text.ts'
import { defaultLook } from '../../src/domain/image/look.ts'
import { availableMemory } from '../../src/rendering/chromium/available-memory.ts'
import { createPressureGauge, hasMemoryFor } from '../../src/rendering/memory.ts'
import { collectedFrom } from '../../src/rendering/page/page-memory.ts'
import { createRenderer } from '../../src/rendering/renderer.ts'

const mebibyte = 1024 * 1024
const bars: Figure = { data: '[{"type":"bar","y":[1,3,2]}]', layout: '{}', frames: null }

test('memory is short when little is left, and is not looked at again for a while', () => {
  let left = 1000 * mebibyte
  const isShort = createPressureGauge(() => left)
  expect(isShort()).toBe(false)
  left = 50 * mebibyte
  expect(isShort()).toBe(true)
  expect(isShort()).toBe(false)
})

test('large images are drawn at the same time where memory is left for all of them', () => {
  expect(hasMemoryFor(2, () => 5_000 * mebibyte)).toBe(false)
  expect(hasMemoryFor(2, () => 7_000 * mebibyte)).toBe(true)
  expect(hasMemoryFor(3, () => 7_000 * mebibyte)).toBe(false)
})

test('a page keeps garbage where there is memory for it', () => {
  expect(collectedFrom(8000 * mebibyte)).toBe(512 * mebibyte)
  expect(collectedFrom(800 * mebibyte)).toBe(256 * mebibyte)
})

// Only root may make control groups.
const withGroups =
  process.getuid?.() === 0 && existsSync('/sys/fs/cgroup/memory/memory.limit_in_bytes') ? test : test.skip

withGroups('what is left is the rest of what the kernel gives', () => {
  const limit = limitMemory(256)
  try {
    const [program = '', ...words] = limit.before
    const script = `import { availableMemory } from './src/rendering/chromium/available-memory.ts'; console.log(availableMemory())`
    const node = [
      process.execPath,
      '--disable-warning=ExperimentalWarning',
      '--input-type=module',
      '-e',
      script,
    ]
    const left = Number(execFileSync(program, [...words, ...node], { encoding: 'utf8' }))
    expect(left).toBeLessThan(256 * mebibyte)
    expect(left).toBeGreaterThan(64 * mebibyte)
  } finally {
    limit.remove()
  }
  expect(availableMemory()).toBeGreaterThan(0)
})

test('a browser is replaced between two figures, and none is lost', async () => {
  let left = 1000 * mebibyte
  const renderer = createRenderer({
    workers: 1,
    spare: false,
    browserPath: process.env.BROWSER_PATH || null,
    sandbox: 'auto',
    availableMemory: () => left,
    limits: { waitMs: 60_000, drawMs: 60_000 },
  })
  const draw = () =>
    renderer.draw({ figure: async () => bars, formats: ['png'], look: defaultLook, priority: 'waiting' })
      .result
  try {
    await draw()
    left = 10 * mebibyte
    await draw()
    left = 1000 * mebibyte
    expect((await draw()).images.get('png')?.length).toBeGreaterThan(1000)
    expect(renderer.stats()).toMatchObject({ restarts: 1, failed: 0 })
  } finally {
    await renderer.close()
  }
})
