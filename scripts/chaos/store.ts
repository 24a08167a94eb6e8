/**
 * A MongoDB that may be killed: a `mongod` of its own, else the engine of `scripts/mongodb-engine.sh` with a FerretDB
 * of its own before it; else the one at MONGODB_URL, whose links alone are cut.
 */

import { execFileSync } from 'node:child_process'
import { connect } from 'node:net'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../test/support/free-port.ts'
import { withDatabase } from '../../test/support/mongo.ts'
import { createMember, type Member } from './member.ts'

export interface StoreProcess {
  readonly url: string
  /** Null where it is not ours to kill. */
  readonly member: Member | null
}

const engine = fileURLToPath(new URL('../mongodb-engine.sh', import.meta.url))

/** Null where none can be had. `folder` is for what it writes. */
export async function openStoreProcess(folder: string): Promise<StoreProcess | null> {
  const database = `plotgate-test-chaos-${process.pid}-${Math.random().toString(36).slice(2, 8)}`
  const port = await freePort()
  const url = `mongodb://127.0.0.1:${port}/${database}`
  const answers = () => isOpen(port)
  if (runs('mongod', '--version')) {
    const args = ['--dbpath', folder, '--port', String(port), '--bind_ip', '127.0.0.1', '--quiet']
    return { url, member: createMember('store', { program: 'mongod', args, answers }) }
  }
  if (runs(engine, 'installed')) {
    execFileSync(engine, ['start'], { stdio: 'ignore' })
    return { url, member: createMember('store', { program: engine, args: ['front', String(port)], answers }) }
  }
  const given = process.env.MONGODB_URL
  return given ? { url: withDatabase(given, database), member: null } : null
}

function runs(program: string, argument: string): boolean {
  try {
    execFileSync(program, [argument], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

export const isOpen = (port: number): Promise<boolean> =>
  new Promise(resolve => {
    const socket = connect(port, '127.0.0.1')
    const end = (open: boolean) => {
      socket.destroy()
      resolve(open)
    }
    socket.once('connect', () => end(true)).once('error', () => end(false))
  })
