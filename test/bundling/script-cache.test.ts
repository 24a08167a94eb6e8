import { randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { cachedScript, projectRoot } from '../../src/bundling/script-cache.ts'

const name = `test-${randomUUID()}`
const folder = join(projectRoot, 'node_modules', '.cache', 'plotgate', name)
const input = join('node_modules', '.cache', 'plotgate', name, 'input.ts')

beforeAll(() => mkdir(folder, { recursive: true }))
afterAll(async () => {
  await rm(folder, { recursive: true })
  await rm(join(projectRoot, 'node_modules', '.cache', 'plotgate', 'scripts', `${name}.json`), {
    force: true,
  })
})

describe('a bundle of a checkout', () => {
  let made = 0
  const script = (key = 'es2022') =>
    cachedScript(name, key, async () => ({ code: `script ${++made}`, inputs: [input] }))
  const write = (text: string) => writeFile(join(projectRoot, input), text)

  test('is made once, and again when a source or the way it is made has changed', async () => {
    await write('one')
    expect(await script()).toBe('script 1')
    expect(await script()).toBe('script 1')
    await write('two')
    expect(await script()).toBe('script 2')
    expect(await script('es2024')).toBe('script 3')
    expect(await script('es2024')).toBe('script 3')
    await rm(join(projectRoot, input))
    expect(await script('es2024')).toBe('script 4')
  })

  test('that cannot be made is not kept', async () => {
    await write('three')
    const failing = cachedScript(name, 'other', () => Promise.reject(new Error('syntax error in input.ts')))
    await expect(failing).rejects.toThrow('syntax error in input.ts')
    expect(await script('other')).toBe('script 5')
  })
})
