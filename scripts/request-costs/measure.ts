/** The processor time of one thread and the memory of its process, as Linux tells them. */

import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Service } from '../service/service.ts'
import { mainThreadTimeOf, peakMemoryOf, resetPeakMemoryOf, residentMemoryOf } from '../service/usage.ts'

/** Requests that are sent on a connection of their own, as they are. */
export interface RequestKind {
  readonly name: string
  readonly bytes: Buffer
  /** How many requests the bytes hold; what is measured is divided by it. */
  readonly requests: number
  /** Its answer has no end. */
  readonly endless?: boolean
}

export interface Cost {
  readonly name: string
  /** Processor time of the answering thread for the first, and each of some further ones; the least disturbed. */
  readonly firstMs: number
  readonly againMs: number
  /** How far the process grew beyond what it had, at its largest, by the requests that were sent: what is made once counts a quarter. */
  readonly MiB: number
  /** Of the last answer; 0 where none came in time. */
  readonly status: number
}

/** Where it stands in a request, each that is sent has a number of its own there. */
export const unseenMark = '#unseen0'

const times = 3
const idleLooks = 10
const idleLookMs = 1_000
/** An answer that has no end is looked at so long. */
const longestMs = 1_000
/** What would be measured with the next request is waited for. */
const patienceMs = 20_000

/** What a service costs that nobody asks, at the least: processor time of its answering thread, each millisecond. */
export async function idleCostOf({ pid }: Service): Promise<number> {
  let min = 1
  for (let look = 0; look < idleLooks; look++) {
    const [begun, cost] = [performance.now(), threadMs(pid)]
    await pause(idleLookMs)
    min = Math.min(min, (threadMs(pid) - cost) / (performance.now() - begun))
  }
  return min
}

/** Without `idle`: some answers take seconds in which nothing is done for them. */
export async function costOf({ pid, url }: Service, kind: RequestKind, idle: number): Promise<Cost> {
  const { name, requests } = kind
  const port = Number(new URL(url).port)
  const costs: number[] = []
  let status = 0
  const before = residentMemoryOf(pid) ?? Number.NaN
  resetPeakMemoryOf(pid)
  for (let time = 0; time <= times; time++) {
    const [begun, cost] = [performance.now(), threadMs(pid)]
    status = await send(port, { ...kind, bytes: unseenAt(kind.bytes, time) })
    const took = threadMs(pid) - cost - idle * (performance.now() - begun)
    costs.push(Math.max(0, took) / requests)
  }
  const [firstMs = 0, ...further] = costs
  return {
    name,
    firstMs,
    againMs: Math.min(...further),
    MiB: Math.max(0, (peakMemoryOf(pid) ?? Number.NaN) - before) / (times + 1) / requests,
    status,
  }
}

function unseenAt(bytes: Buffer, time: number): Buffer {
  const own = Buffer.from(bytes)
  const mark = Buffer.from(unseenMark)
  for (let at = own.indexOf(mark); at !== -1; at = own.indexOf(mark, at + mark.length)) {
    own.write(String(time), at + mark.length - 1)
  }
  return own
}

/** The main thread's: others draw up pages, compress and check. */
const threadMs = (pid: number): number => mainThreadTimeOf(pid) ?? Number.NaN

/** Resolves with the status of the last answer, once the connection has ended or nothing comes any more. */
function send(port: number, { bytes, requests, endless = false }: RequestKind): Promise<number> {
  return new Promise(resolve => {
    const socket = connect(port, '127.0.0.1')
    let statuses: string[] = []
    let rest = ''
    const done = () => {
      clearTimeout(late)
      socket.destroy()
      resolve(Number(statuses.at(-1) ?? 0))
    }
    const late = setTimeout(done, endless ? longestMs : patienceMs)
    socket.on('data', part => {
      const text = rest + part.toString('latin1')
      statuses = [...statuses, ...[...text.matchAll(/HTTP\/1\.1 ([2-5]\d\d) /g)].map(([, code = '']) => code)]
      rest = text.slice(text.lastIndexOf('\n') + 1).slice(-64)
      if (statuses.length > requests) done()
    })
    socket.on('error', done).on('close', done)
    socket.write(bytes)
  })
}
