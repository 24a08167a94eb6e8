/** One account as a program that calls the service, and never waits longer than a bound. */

import { Agent, request } from 'node:http'

export interface Answered {
  /** 0 where no answer came: the connection failed, or the bound passed. */
  readonly status: number
  readonly body: Buffer
  /** Seconds after which a busy service asks to be asked again. */
  readonly retryAfter: number | null
}

export interface Client {
  send(method: string, path: string, body?: string, signal?: AbortSignal): Promise<Answered>
  /** Requests that had no answer within the bound; those we hung up ourselves are not among them. */
  readonly unanswered: number
  close(): void
}

const nothing: Answered = { status: 0, body: Buffer.alloc(0), retryAfter: null }

export function createClient(baseUrl: string, key: string, boundMs: number): Client {
  const agent = new Agent({ keepAlive: true, maxSockets: 2000 })
  let unanswered = 0

  function send(method: string, path: string, body?: string, signal?: AbortSignal): Promise<Answered> {
    return new Promise(resolve => {
      const headers = {
        Authorization: `Bearer ${key}`,
        ...(body !== undefined && {
          'Content-Type': 'application/json',
          'Content-Length': Buffer.byteLength(body),
        }),
      }
      const sent = request(new URL(path, baseUrl), { method, agent, headers, signal }, answer => {
        const parts: Buffer[] = []
        answer.on('data', part => parts.push(part))
        const retryAfter = Number(answer.headers['retry-after']) || null
        answer.on('end', () =>
          finish({ status: answer.statusCode ?? 0, body: Buffer.concat(parts), retryAfter }),
        )
        answer.on('error', () => finish(nothing))
      })
      const late = setTimeout(() => {
        unanswered += 1
        sent.destroy()
      }, boundMs)
      function finish(answer: Answered): void {
        clearTimeout(late)
        resolve(answer)
      }
      sent.on('error', () => finish(nothing))
      sent.end(body)
    })
  }

  return {
    send,
    get unanswered() {
      return unanswered
    },
    close: () => agent.destroy(),
  }
}
