/**
 * The protocol of the browser over two pipes, in its binary form. An image is a text of some ten thousand letters in a
 * message: as JSON, the browser would write it letter by letter, and it would be read the same way here.
 */

import type { Readable, Writable } from 'node:stream'
import type { CDPSession, ConnectionTransport, Protocol } from 'puppeteer-core'
import { decodeCbor, encodeCbor, envelopeHead, envelopeSize } from './cbor.ts'

/** Rejects with the browser's own words, or when it ended. */
export type CallFunction = (
  session: CDPSession,
  params: Protocol.Runtime.CallFunctionOnRequest,
) => Promise<Protocol.Runtime.CallFunctionOnResponse>

export interface BrowserPipe {
  /** For the driver, which speaks JSON. */
  readonly transport: ConnectionTransport
  /** Past the driver, since arguments and results may be large. */
  readonly callFunction: CallFunction
}

interface Message {
  readonly id?: number
  readonly result?: unknown
  readonly error?: { readonly message: string }
}

/** The driver counts its calls from 1. */
const firstId = 2 ** 30

export function createBrowserPipe(toBrowser: Writable, fromBrowser: Readable): BrowserPipe {
  const calls = new Map<number, PromiseWithResolvers<never>>()
  let nextId = firstId

  function receive(message: Message): void {
    const call = calls.get(message.id ?? 0)
    if (!call) {
      transport.onmessage?.(JSON.stringify(message))
      return
    }
    calls.delete(message.id!)
    if (message.error) call.reject(new Error(message.error.message))
    else call.resolve(message.result as never)
  }

  const stopReading = readMessages(fromBrowser, message => receive(message as Message))
  const transport: ConnectionTransport = {
    send(message) {
      toBrowser.write(encodeCbor(JSON.parse(message)))
    },
    close() {
      stopReading()
      toBrowser.end()
    },
  }
  fromBrowser.once('close', () => {
    for (const call of calls.values()) call.reject(new Error('the browser ended'))
    calls.clear()
    transport.onclose?.()
  })
  // A pipe breaks when the browser ends, which is told by its closing.
  for (const pipe of [toBrowser, fromBrowser]) pipe.on('error', () => {})

  return {
    transport,
    callFunction(session, params) {
      const id = nextId++
      const call = Promise.withResolvers<never>()
      calls.set(id, call)
      toBrowser.write(encodeCbor({ id, method: 'Runtime.callFunctionOn', params, sessionId: session.id() }))
      return call.promise
    },
  }
}

/** Tells each message whole. A browser that sends anything else is not read any more: the pipe is closed. */
function readMessages(fromBrowser: Readable, tell: (message: unknown) => void): () => void {
  let begun: Buffer[] = []
  let held = 0
  /** How many bytes must be held before there is something to read. */
  let wanted = envelopeHead

  function receive(chunk: Buffer): void {
    begun.push(chunk)
    held += chunk.length
    while (held >= wanted) {
      const bytes = begun.length === 1 ? begun[0]! : Buffer.concat(begun)
      const size = envelopeSize(bytes)
      const whole = held >= size
      if (whole) deliver(bytes.subarray(0, size))
      const rest = whole ? bytes.subarray(size) : bytes
      // Even an empty part would keep the memory of the whole.
      begun = rest.length === 0 ? [] : [rest]
      held = rest.length
      wanted = whole ? envelopeHead : size
    }
  }

  /** In a turn of its own: what one message sets off must not hold up the reading of the next. */
  function deliver(bytes: Buffer): void {
    setImmediate(() => {
      const message = orClose(() => decodeCbor(bytes))
      if (message !== undefined) tell(message)
    })
  }

  function orClose<T>(read: () => T): T | undefined {
    try {
      return read()
    } catch {
      fromBrowser.destroy()
      return undefined
    }
  }

  const onData = (chunk: Buffer) => orClose(() => receive(chunk))
  fromBrowser.on('data', onData)
  return () => fromBrowser.off('data', onData)
}
