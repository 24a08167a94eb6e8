/**
 * The browser's protocol over two pipes, in its binary form (CBOR). An image is a string of tens of thousands of
 * characters, which JSON would write and read one by one.
 */

import type { Readable, Writable } from 'node:stream'
import type { CDPSession, ConnectionTransport, Protocol } from 'puppeteer-core'
import { decodeCbor, encodeCbor, envelopeHead, envelopeSize } from './cbor.ts'

/** Rejects with the browser's own message, or when the browser has ended. */
export type CallFunction = (
  session: CDPSession,
  params: Protocol.Runtime.CallFunctionOnRequest,
) => Promise<Protocol.Runtime.CallFunctionOnResponse>

export interface BrowserPipe {
  /** For puppeteer, which speaks JSON. */
  readonly transport: ConnectionTransport
  /** Bypasses puppeteer, because arguments and results may be large. */
  readonly callFunction: CallFunction
}

interface Message {
  readonly id?: number
  readonly result?: unknown
  readonly error?: { readonly message: string }
}

/** Puppeteer counts its calls from 1. */
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
  // A pipe breaks when the browser ends, which its `close` event reports.
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

/** Passes on each complete message. If the browser sends anything else, the pipe is closed. */
function readMessages(fromBrowser: Readable, onMessage: (message: unknown) => void): () => void {
  let begun: Buffer[] = []
  let held = 0
  /** How many bytes must have arrived before there is something to decode. */
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
      // Even an empty slice would keep the whole buffer in memory.
      begun = rest.length === 0 ? [] : [rest]
      held = rest.length
      wanted = whole ? envelopeHead : size
    }
  }

  /** In a separate turn of the event loop: handling one message must not delay the reading of the next. */
  function deliver(bytes: Buffer): void {
    setImmediate(() => {
      const message = orClose(() => decodeCbor(bytes))
      if (message !== undefined) onMessage(message)
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
