/**
 * Calls our code in a render page, through the object that the page's own document created when it was opened. No other
 * document has this object, so a page that is not ours any more can neither answer nor refuse a figure.
 */

import type { CDPSession, Protocol } from 'puppeteer-core'
import type { DrawnPage, FoundCulprit, PageAnswer, PageRequest } from '../../browser/renderer/protocol.ts'
import { renderFailed } from '../../errors/errors.ts'
import type { CallFunction } from '../chromium/browser-pipe.ts'
import { callWithTexts } from './file-transfer.ts'
import { PageLost } from './page-lost.ts'
import type { WhileOpen } from './while-open.ts'

export interface PageEntry {
  /**
   * `texts` are parts of the request that are too large to be sent with it. Rejects with `render_failed` or PageLost.
   */
  draw(request: PageRequest, texts: ReadonlyMap<string, Buffer>): Promise<DrawnPage>
  /** The part on which a refused figure fails; null if it was not found. */
  culprit(request: PageRequest, texts: ReadonlyMap<string, Buffer>): Promise<FoundCulprit | null>
  showSvg(svg: string): Promise<void>
  hideSvg(): Promise<void>
  releaseMemory(): Promise<void>
}

export interface EntryOptions {
  readonly session: CDPSession
  readonly callFunction: CallFunction
  /** The folder for large texts, from which the page reads them. */
  readonly folder: string
  readonly whileOpen: WhileOpen
}

const expression = 'typeof Plotly === "object" && typeof plotgate === "object" ? plotgate : undefined'

/** Finds the entry point of the document that the page shows now. */
export async function findEntry(options: EntryOptions): Promise<PageEntry> {
  const { session, callFunction, folder, whileOpen } = options
  const found = await answered(session.send('Runtime.evaluate', { expression }))
  const { objectId } = found.result
  if (objectId === undefined) throw new PageLost('the render page did not load its scripts')

  function answered<T>(call: Promise<T>): Promise<T> {
    return whileOpen(call).catch(error => {
      throw error instanceof PageLost ? error : new PageLost('the page stopped answering', error)
    })
  }

  const call = (functionDeclaration: string, ...given: readonly unknown[]) =>
    callFunction(session, {
      objectId,
      functionDeclaration,
      arguments: given.map(value => ({ value })),
      awaitPromise: true,
      returnByValue: true,
    })

  async function run<T>(running: Promise<Protocol.Runtime.CallFunctionOnResponse>): Promise<T> {
    const { result, exceptionDetails } = await answered(running)
    if (!exceptionDetails) return result.value as T
    // Only a refusal by a page of ours is the fault of the figure.
    const proof = await answered(call('function () { return this.check() }'))
    if (proof.exceptionDetails) throw new PageLost('the page cannot be checked')
    if (proof.result.value !== null) throw notOurs(proof.result.value)
    throw renderFailed(wordsOf(exceptionDetails))
  }

  const ask = (method: 'draw' | 'culprit', request: PageRequest, texts: ReadonlyMap<string, Buffer>) =>
    texts.size === 0
      ? call(`function (request) { return this.${method}(request) }`, request)
      : callWithTexts({ session, callFunction, folder, objectId, method, input: request, texts })

  return {
    async draw(request, texts) {
      const answer = await run<PageAnswer>(ask('draw', request, texts))
      if ('notOurs' in answer) throw notOurs(answer.notOurs)
      return answer
    },
    culprit: (request, texts) => run(ask('culprit', request, texts)),
    showSvg: svg => run(call('function (svg) { this.showSvg(svg) }', svg)),
    hideSvg: () => run(call('function () { this.hideSvg() }')),
    releaseMemory: () => run(call('function () { this.releaseMemory() }')),
  }
}

const notOurs = (what: unknown) => new PageLost(`the page is not ours any more: ${String(what)}`)

/** The error's own message, without its class and the library's stack. */
function wordsOf({ exception, text }: Protocol.Runtime.ExceptionDetails): string {
  const [line = ''] = (exception?.description ?? String(exception?.value ?? text)).split('\n')
  return (
    line.replace(/^(?:Uncaught )?(?:\w*Error): /, '').slice(0, 500) ||
    'the charting library refused the figure'
  )
}
