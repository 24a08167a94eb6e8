import { execFile } from 'node:child_process'
import { mkdtemp, open, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { entry, run } from '../support/command.ts'

describe('plotgate store, on the embedded store', () => {
  let dataDir = ''
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'plotgate-upkeep-'))
  })
  afterEach(() => rm(dataDir, { recursive: true, force: true }))

  const store = (command: string) => run(['store', command], { DATA_DIR: dataDir })
  const file = () => join(dataDir, 'plotgate.db')

  test('check and upgrade tell that there is none, and make none; init makes it', async () => {
    const none = `there is no file ${file()}: run "plotgate store init"\n`
    expect(await store('check')).toEqual({ code: 1, stdout: none, stderr: '' })
    expect(await store('upgrade')).toEqual({ code: 1, stdout: '', stderr: `plotgate: ${none}` })
    await expect(stat(file())).rejects.toMatchObject({ code: 'ENOENT' })
    expect(await store('init')).toMatchObject({ code: 0, stdout: 'the store is set up\n' })
    expect(await store('check')).toMatchObject({ code: 0, stdout: 'no faults were found\n', stderr: '' })
  })

  test('a newer file is told by check and left alone by upgrade', async () => {
    await store('init')
    const db = new DatabaseSync(file())
    db.exec('PRAGMA user_version = 99')
    db.close()
    expect(await store('check')).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/schema 99.*newer plotgate/),
    })
    expect(await store('upgrade')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('newer version'),
    })
  })

  test('damaged pages are told with the remedy', async () => {
    await store('init')
    const { size } = await stat(file())
    const handle = await open(file(), 'r+')
    for (let at = 8192; at < size; at += 4096) await handle.write(Buffer.alloc(200, 0xee), 0, 200, at)
    await handle.close()
    expect(await store('check')).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/damaged.*restore a backup/s),
    })
  })

  test('a backup for which the disk has no room is a sentence, and leaves nothing', async () => {
    await store('init')
    // As many kilobytes as opening the store may write, and fewer than a backup has.
    const line = `ulimit -f 128; exec "$0" "$1" backup "${join(dataDir, 'backup')}"`
    const env = { PATH: process.env.PATH, DATA_DIR: dataDir }
    const backup = promisify(execFile)('sh', ['-c', line, process.execPath, entry], { env })
    await expect(backup).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^plotgate: FILE: \S+backup cannot be written: [^\n]+\n$/),
    })
    expect((await readdir(dataDir)).filter(name => name.startsWith('backup'))).toEqual([])
  })
})
