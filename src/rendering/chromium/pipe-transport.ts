/** The protocol of the browser over two pipes: messages end with a zero byte. */

import type { Readable, Writable } from 'node:stream'
import type { ConnectionTransport } from 'puppeteer-core'

export function createPipeTransport(toBrowser: Writable, fromBrowser: Readable): ConnectionTransport {
  let begun: Buffer[] = []

  function receive(chunk: Buffer): void {
    let start = 0
    for (let end = chunk.indexOf(0); end !== -1; end = chunk.indexOf(0, start)) {
      const last = chunk.subarray(start, end)
      deliver(begun.length === 0 ? last.toString() : Buffer.concat([...begun, last]).toString())
      begun = []
      start = end + 1
    }
    if (start < chunk.length) begun.push(chunk.subarray(start))
  }

  /** In a turn of its own: what one message sets off must not hold up the reading of the next. */
  function deliver(message: string): void {
    setImmediate(() => transport.onmessage?.(message))
  }

  const transport: ConnectionTransport = {
    send(message) {
      toBrowser.write(`${message}\0`)
    },
    close() {
      fromBrowser.off('data', receive)
      toBrowser.end()
    },
  }
  fromBrowser.on('data', receive)
  fromBrowser.once('close', () => transport.onclose?.())
  // A pipe breaks when the browser ends, which is told by its closing.
  for (const pipe of [toBrowser, fromBrowser]) pipe.on('error', () => {})
  return transport
}
