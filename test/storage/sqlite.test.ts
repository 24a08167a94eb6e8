import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe } from '@jest/globals'
import { storeContract } from './contract.ts'
import { sqliteBackend } from './sqlite-backend.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'plotgate-sqlite-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

describe('sqlite', () => storeContract(sqliteBackend(dataDir)))
