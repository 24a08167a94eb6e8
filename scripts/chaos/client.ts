/** What the cluster's callers see: every answer is counted, and what was refused is asked for again. */

import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

export interface Answer {
  /** 0 where none came. */
  readonly status: number
  readonly body: Buffer
}

export interface ChaosClient {
  /** Asks until it is answered other than by 429 or 5xx, as `Retry-After` says; null where it gave up. */
  ask(method: string, path: string, options?: AskOptions): Promise<Answer | null>
  readonly counts: Readonly<Counts>
  close(): void
}

export interface AskOptions {
  readonly body?: string
  /** Under which a create may be asked for again. */
  readonly idempotencyKey?: string
}

export interface Counts {
  requests: number
  /** Without an answer after 45 s, or cut off. */
  unanswered: number
  /** 5xx that do not say when to come back, and what they said. */
  withoutRetryAfter: string[]
  refused: Map<number, number>
  gaveUp: string[]
  longestMs: number
}

const unansweredMs = 45_000
const patienceMs = 150_000

export function createChaosClient(url: string, key: string): ChaosClient {
  const agent = new Agent({ keepAlive: true, maxSockets: 500 })
  const counts: Counts = {
    requests: 0,
    unanswered: 0,
    withoutRetryAfter: [],
    refused: new Map(),
    gaveUp: [],
    longestMs: 0,
  }

  function send(method: string, path: string, { body, idempotencyKey }: AskOptions) {
    const begun = performance.now()
    counts.requests += 1
    return new Promise<Answer & { retryAfter: number | null }>(resolve => {
      const headers = {
        Authorization: `Bearer ${key}`,
        ...(body && { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }),
        ...(idempotencyKey && { 'Idempotency-Key': idempotencyKey }),
      }
      const sent = request(new URL(path, url), { method, agent, headers }, answer => {
        const parts: Buffer[] = []
        answer.on('data', part => parts.push(part))
        answer.on('error', lost)
        answer.on('end', () => {
          clearTimeout(late)
          counts.longestMs = Math.max(counts.longestMs, performance.now() - begun)
          const told = answer.headers['retry-after']
          resolve({
            status: answer.statusCode ?? 0,
            body: Buffer.concat(parts),
            retryAfter: told === undefined ? null : Number(told),
          })
        })
      })
      const late = setTimeout(() => sent.destroy(), unansweredMs)
      let isLost = false
      function lost(): void {
        if (isLost) return
        isLost = true
        clearTimeout(late)
        counts.unanswered += 1
        resolve({ status: 0, body: Buffer.alloc(0), retryAfter: null })
      }
      sent.on('error', lost)
      sent.end(body)
    })
  }

  return {
    counts,
    async ask(method, path, options = {}) {
      for (const until = performance.now() + patienceMs; ; ) {
        const { status, body, retryAfter } = await send(method, path, options)
        if (status > 0 && status < 500 && status !== 429) return { status, body }
        if (status >= 500 && retryAfter === null)
          counts.withoutRetryAfter.push(`${method} ${path}: ${status} ${body.toString().slice(0, 200)}`)
        if (status > 0) counts.refused.set(status, (counts.refused.get(status) ?? 0) + 1)
        if (performance.now() > until) {
          counts.gaveUp.push(`${method} ${path}: ${status} ${body.toString().slice(0, 200)}`)
          return null
        }
        await pause(1_000 * Math.min(5, retryAfter ?? 1))
      }
    },
    close: () => agent.destroy(),
  }
}
