/**
 * Large texts into the page as files. Through the browser's pipe this process's main thread would escape ten megabytes
 * twice and copy them as often; a file is written by a thread of the pool and read by the browser.
 */

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CDPSession } from 'puppeteer-core'
import type { FigureText } from '../../domain/figure/text.ts'
import type { CallFunction } from '../chromium/browser-pipe.ts'

/** In bytes. Below, the pipe is quicker than a file. */
const fromBytes = 512 * 1024

export const isHandedOver = (text: FigureText | null): text is Buffer =>
  Buffer.isBuffer(text) && text.length >= fromBytes

/** A chooser of files in the page: no figure's code can reach it, since it never stands in the document. */
const chooser = `Object.assign(document.createElement('input'), { type: 'file', multiple: true })`

export interface TransferCall {
  readonly session: CDPSession
  readonly callFunction: CallFunction
  /** The files are in a folder of their own in it while the call runs. */
  readonly folder: string
  /** The object in the page, and its method, that take the texts. */
  readonly objectId: string
  readonly method: string
  readonly input: object
  readonly texts: ReadonlyMap<string, Buffer>
}

/** Calls the method with `input` and the texts by their names; what it returns, as `Runtime.callFunctionOn` tells it. */
export async function callWithTexts(call: TransferCall) {
  const { session, callFunction, folder, objectId, method, input, texts } = call
  const names = [...texts.keys()]
  const own = await mkdtemp(join(folder, 'figure-'))
  try {
    const files = names.map(name => join(own, name))
    await Promise.all(names.map((name, at) => writeFile(files[at]!, texts.get(name)!)))
    const { result } = await session.send('Runtime.evaluate', { expression: chooser })
    await session.send('DOM.setFileInputFiles', { objectId: result.objectId!, files })
    return await callFunction(session, {
      objectId,
      functionDeclaration: `async function (chooser, method, input, names) {
        const read = await Promise.all(Array.from(chooser.files, file => file.text()))
        chooser.value = ''
        const texts = Object.fromEntries(names.map((name, at) => [name, read[at]]))
        return this[method]({ ...input, ...texts })
      }`,
      arguments: [{ objectId: result.objectId! }, { value: method }, { value: input }, { value: names }],
      awaitPromise: true,
      returnByValue: true,
    })
  } finally {
    await rm(own, { recursive: true, force: true })
  }
}
