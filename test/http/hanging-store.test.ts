/** A service that is closed while its store does not answer. */

import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from '@jest/globals'
import { pino } from 'pino'
import { fileName } from '../../src/storage/sqlite/open.ts'
import { startTestService } from '../support/app.ts'
import { openConnection } from '../support/connection.ts'
import { eventually } from '../support/eventually.ts'

test('a store that hangs is given up before the time of a shutdown is over, and who waits for it is told', async () => {
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: line => lines.push(line) })
  const service = await startTestService({ BROWSER_PATH: '/bin/false' }, log)
  const { dataDir, address, key } = service
  const other = new DatabaseSync(join(dataDir, fileName))
  other.exec('BEGIN IMMEDIATE')
  const { socket, received, closed: ended } = await openConnection(Number(new URL(address).port))
  // They arrive together: once the first is answered, the second is under way.
  socket.write(
    `GET /healthz HTTP/1.1\r\nHost: x\r\n\r\nPOST /v1/plot HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: 12\r\n\r\n{"data": []}`,
  )
  await eventually('the first is answered', () => received().includes('{"ok":true}'))
  const closed = service.close()
  await ended
  const answer = received().slice(received().lastIndexOf('HTTP/1.1 '))
  expect(answer).toMatch(/^HTTP\/1\.1 503 [\s\S]*retry-after: \d+/i)
  // Else SQLite's own word after 5 s.
  expect(lines.find(line => line.includes('/v1/plot'))).toContain('the service is shutting down')
  other.close()
  await closed
})
