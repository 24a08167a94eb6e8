/**
 * Calls of our code in a render page. They go to the very object that the page's own document made when it was
 * opened: no other document has it, so that a page which is not ours any more cannot answer, nor refuse a figure.
 */

import type { CDPSession, Protocol } from 'puppeteer-core'
import type { DrawnPage, FoundCulprit, PageAnswer, PageRequest } from '../../browser/renderer/protocol.ts'
import { renderFailed } from '../../errors/errors.ts'
import type { CallFunction } from '../chromium/browser-pipe.ts'
import { callWithTexts } from './file-transfer.ts'
import { PageLost } from './page-lost.ts'
import type { WhileOpen } from './while-open.ts'

export interface PageEntry {
  /** `texts` are parts of the request too large to be sent with it. Rejects with `render_failed` or PageLost. */
  draw(request: PageRequest, texts: ReadonlyMap<string, Buffer>): Promise<DrawnPage>
  /** What a refused figure fails on; null when that was not found. */
  culprit(request: PageRequest, texts: ReadonlyMap<string, Buffer>): Promise<FoundCulprit | null>
  showSvg(svg: string): Promise<void>
  hideSvg(): Promise<void>
  releaseMemory(): Promise<void>
}

export interface EntryOptions {
  readonly session: CDPSession
  readonly callFunction: CallFunction
  /** Where large texts are laid for the page to read. */
  readonly folder: string
  readonly whileOpen: WhileOpen
}

const expression = 'typeof Plotly === "object" && typeof plotgate === "object" ? plotgate : undefined'

/** Of the document that the page shows now. */
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
    // Only what a page of ours refuses is the figure's own fault.
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

/** An error's own words, without its kind and the stack of the library. */
function wordsOf({ exception, text }: Protocol.Runtime.ExceptionDetails): string {
  const [line = ''] = (exception?.description ?? String(exception?.value ?? text)).split('\n')
  return (
    line.replace(/^(?:Uncaught )?(?:\w*Error): /, '').slice(0, 500) ||
    'the charting library refused the figure'
  )
}
