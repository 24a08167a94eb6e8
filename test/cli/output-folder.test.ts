/** What `plotgate render` leaves of a file that it cannot write to the end. */

import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { writeOutput } from '../../src/cli/output-folder.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plotgate-output-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** In a process whose files may have a few kilobytes, as on a disk that is nearly full. */
const writeLimited = (path: string, length: number) => {
  const module = new URL('../../src/cli/output-folder.ts', import.meta.url).href
  const program = `import { writeOutput } from ${JSON.stringify(module)}
await writeOutput(${JSON.stringify(path)}, Buffer.alloc(${length}))`
  const line = 'ulimit -f 8 && exec "$0" --input-type=module -e "$1"'
  return promisify(execFile)('sh', ['-c', line, process.execPath, program])
}

test('a file that does not fit on the disk is not there', async () => {
  const inside = join(folder, 'full')
  await writeLimited(join(inside, 'small.png'), 100)
  await expect(writeLimited(join(inside, 'large.png'), 100_000)).rejects.toMatchObject({
    stderr: expect.stringContaining('EFBIG'),
  })
  expect(await readdir(inside)).toEqual(['small.png'])
})

test('a link is written through, as other programs do', async () => {
  const [file, link] = [join(folder, 'there.png'), join(folder, 'link.png')]
  await symlink(file, link)
  await writeOutput(link, Buffer.from('first'))
  await writeOutput(link, Buffer.from('second'))
  expect(await readFile(file, 'utf8')).toBe('second')
})
