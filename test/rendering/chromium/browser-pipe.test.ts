/** What passes between the service and a browser; that a real one understands it, every other suite shows. */

import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import type { CDPSession } from 'puppeteer-core'
import { createBrowserPipe } from '../../../src/rendering/chromium/browser-pipe.ts'
import { decodeCbor, encodeCbor } from '../../../src/rendering/chromium/cbor.ts'
import { examples } from '../../support/property.ts'

describe('messages', () => {
  test('any value of JSON comes back as it was', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary' }), value => {
        expect(JSON.stringify(decodeCbor(encodeCbor(value)))).toBe(JSON.stringify(value))
      }),
      examples(500),
    )
  })

  test('halves of pairs, large and negative numbers, long texts', () => {
    const value = {
      half: 'a\ud800z',
      numbers: [-1, -(2 ** 31), 2 ** 31, 1e300, -0.5],
      long: 'ä'.repeat(100_000),
    }
    expect(decodeCbor(encodeCbor(value))).toEqual(value)
  })

  test('bytes are base64', () => {
    expect(decodeCbor(Buffer.from([0xd6, 0x43, 1, 2, 3]))).toBe('AQID')
  })

  test('what is cut off is refused', () => {
    const whole = encodeCbor({ id: 1, result: { text: 'long enough', list: [1, 2.5] } })
    for (let length = 0; length < whole.length; length++) {
      expect(() => decodeCbor(whole.subarray(0, length))).toThrow()
    }
  })
})

function openPipe() {
  const [toBrowser, fromBrowser] = [new PassThrough(), new PassThrough()]
  const pipe = createBrowserPipe(toBrowser, fromBrowser)
  const told: unknown[] = []
  pipe.transport.onmessage = message => told.push(JSON.parse(message))
  const session = { id: () => 'of this page' } as CDPSession
  const call = () =>
    pipe.callFunction(session, { objectId: '1', functionDeclaration: 'function () {}', returnByValue: true })
  return { ...pipe, toBrowser, fromBrowser, told, call }
}

describe('the pipe', () => {
  test('tells the driver each message, wherever they are cut', async () => {
    const { fromBrowser, told } = openPipe()
    const messages = [
      { id: 1, result: {} },
      { method: 'Page.loaded', params: { at: 'x'.repeat(300) } },
      { id: 2 },
    ]
    const bytes = Buffer.concat(messages.map(encodeCbor))
    for (const size of [1, 7, 100, bytes.length]) {
      for (let at = 0; at < bytes.length; at += size) fromBrowser.write(bytes.subarray(at, at + size))
    }
    fromBrowser.end()
    await once(fromBrowser, 'close')
    await new Promise(setImmediate)
    expect(told).toEqual([...messages, ...messages, ...messages, ...messages])
  })

  test('answers a call past the driver, with its result or in the words of the browser', async () => {
    const { toBrowser, fromBrowser, told, call } = openPipe()
    const answers = Promise.allSettled([call(), call()])
    const first = decodeCbor(toBrowser.read()) as { id: number }
    expect(first).toMatchObject({ method: 'Runtime.callFunctionOn', sessionId: 'of this page' })
    fromBrowser.write(encodeCbor({ id: first.id + 1, error: { code: -32000, message: 'no such object' } }))
    fromBrowser.write(encodeCbor({ id: first.id, result: { result: { type: 'number', value: 7 } } }))
    expect(await answers).toEqual([
      { status: 'fulfilled', value: { result: { type: 'number', value: 7 } } },
      { status: 'rejected', reason: new Error('no such object') },
    ])
    expect(told).toEqual([])
  })

  test('ends its calls with the browser, and with one that sends no messages', async () => {
    for (const end of [
      (browser: PassThrough) => browser.destroy(),
      (browser: PassThrough) => browser.write('{"id":1}'),
      (browser: PassThrough) => browser.write(Buffer.from([0xd8, 0x18, 0x5a, 0, 0, 0, 1, 0xff])),
    ]) {
      const { fromBrowser, transport, call } = openPipe()
      const closed = new Promise<void>(resolve => {
        transport.onclose = resolve
      })
      const answer = call()
      end(fromBrowser)
      await expect(answer).rejects.toThrow('the browser ended')
      await closed
    }
  })
})
