import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { writeAtomically } from '../src/atomic-file.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atomic-file-'))
})
afterAll(() => rm(folder, { recursive: true }))

describe('a file that is written atomically', () => {
  test('is whole at every moment while others write it too', async () => {
    const path = join(folder, 'shared')
    const contents = ['a', 'b', 'c', 'd'].map(letter => letter.repeat(1_000_000))
    await writeAtomically(path, contents[0]!)
    const writes = Promise.all(contents.map(content => writeAtomically(path, content)))
    for (let i = 0; i < 20; i++) expect(contents.includes(await readFile(path, 'utf8'))).toBe(true)
    await writes
    expect(await readdir(folder)).toEqual(['shared'])
  })

  test('gets its mode even where an older file had another', async () => {
    const path = join(folder, 'secret')
    await writeFile(path, 'old', { mode: 0o644 })
    await writeAtomically(path, Buffer.from('new'), { mode: 0o600 })
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect(await readFile(path, 'utf8')).toBe('new')
  })

  test('leaves nothing beside its place where it cannot be put there', async () => {
    const place = join(folder, 'taken')
    await mkdir(join(place, 'below'), { recursive: true })
    const before = await readdir(folder)
    await expect(writeAtomically(place, 'text')).rejects.toThrow(/EISDIR|ENOTEMPTY|EEXIST/)
    expect(await readdir(folder)).toEqual(before)
  })
})
