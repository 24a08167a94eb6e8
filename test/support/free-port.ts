/** A TCP port of this machine that nothing listens on, for a program that cannot choose one by itself. */

import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Below what systems hand out by themselves: nobody is given it between this look and the program's start. So is the
 * port 10,000 above it, which a Redis Cluster takes as well.
 */
const range = { first: 10_100, size: 12_000 }
/** Test processes run beside each other: each begins at a place of its own. */
let next = (process.pid * 37) % range.size

export async function freePort(): Promise<number> {
  for (;;) {
    const port = range.first + next
    next = (next + 1) % range.size
    if (await isFree(port)) return port
  }
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer()
  try {
    await once(probe.listen(port, '127.0.0.1'), 'listening')
  } catch {
    return false
  }
  probe.close()
  await once(probe, 'close')
  return true
}
