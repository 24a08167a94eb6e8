/**
 * Passes large texts to the page as files. Through the browser's pipe, this process's main thread would escape and copy
 * ten megabytes twice; a file is written by a thread of the pool and read by the browser.
 */

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CDPSession } from 'puppeteer-core'
import type { FigureText } from '../../domain/figure/text.ts'
import type { CallFunction } from '../chromium/browser-pipe.ts'

/** In bytes. Smaller texts are faster through the pipe. */
const fromBytes = 512 * 1024

export const isTransferable = (text: FigureText | null): text is Buffer =>
  Buffer.isBuffer(text) && text.length >= fromBytes

/** A file input that is not part of the document, so that no code of a figure can reach it. */
const chooser = `Object.assign(document.createElement('input'), { type: 'file', multiple: true })`

export interface TransferCall {
  readonly session: CDPSession
  readonly callFunction: CallFunction
  /** During the call, the files are in a subfolder of it. */
  readonly folder: string
  /** The object in the page, and its method, that receive the texts. */
  readonly objectId: string
  readonly method: string
  readonly input: object
  readonly texts: ReadonlyMap<string, Buffer>
}

/** Calls the method with `input` and the texts by name. Returns the result of `Runtime.callFunctionOn`. */
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
