/** The browsers of one process and their dispatcher. */

import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import type { Rate } from '../config/kinds.ts'
import type { BodyReaders } from '../domain/figure/body-readers.ts'
import type { CurrentRenderings } from '../domain/image/renders/current-renderings.ts'
import { createLocalDispatcher } from '../domain/image/renders/local-dispatcher.ts'
import type { Store } from '../domain/ports.ts'
import { createRenderTime } from '../domain/quota/render-time.ts'
import { unreachable } from '../errors/unreachable.ts'
import type { Log } from '../log.ts'
import { version } from '../release.ts'
import { renderCapacity } from '../rendering/capacity.ts'
import { createRenderer } from '../rendering/renderer.ts'
import type { RendererEvent } from '../rendering/renderer-event.ts'
import type { Tracing } from './tracing.ts'

interface RenderPoolOptions {
  readonly niceness?: number
  /** The default of RENDER_GIVE_UP. */
  readonly giveUp?: Rate
  /** Needed if this process answers reads. */
  readonly renderings?: CurrentRenderings
  /** Default: in this thread, for processes that answer nobody. */
  readonly slowPartOf?: BodyReaders['slowPartOf'] | undefined
  readonly tracing?: Tracing | null
}

/** Browsers are started by the first render. */
export function openRenderPool(
  config: Config,
  store: Store,
  log: Log,
  { niceness = 0, giveUp, renderings, slowPartOf, tracing }: RenderPoolOptions = {},
) {
  const { workers, spare, spareReady, reason, warning } = renderCapacity(config.renderWorkers)
  log.info({ workers }, reason)
  if (warning) log.warn({ workers }, warning)
  const renderer = createRenderer({
    workers,
    spare,
    spareReady,
    browserPath: config.browserPath,
    sandbox: config.renderSandbox,
    otherCacheDirs: [join(config.dataDir, 'browser')],
    niceness,
    givesUpAfter: patienceOf(config.renderGiveUp === undefined ? giveUp : config.renderGiveUp),
    ...(slowPartOf && { slowPartOf }),
    onEvent: event => logRendererEvent(log, event),
  })
  const dispatcher = createLocalDispatcher({
    store,
    renderer: tracing?.renderer(renderer) ?? renderer,
    renderings,
    release: version,
    renderTime: createRenderTime(store, config.quotas.renderSeconds),
    onStoreError: (error, graphId) => log.error({ err: error, graphId }, 'an image could not be kept'),
  })
  return { renderer, dispatcher, workers }
}

const patienceOf = (rate: Rate | null | undefined) =>
  rate ? { failures: rate.points, ms: rate.seconds * 1000 } : null

function logRendererEvent(log: Log, event: RendererEvent): void {
  switch (event.kind) {
    case 'ready':
      log.info(event, 'ready to draw images')
      break
    case 'refused':
      log.fatal(event, 'RENDER_SANDBOX is "on" and cannot be')
      endWithError()
      break
    case 'gave-up':
      log.fatal(
        { kind: event.kind, err: event.error },
        'no browser has started for too long (RENDER_GIVE_UP)',
      )
      endWithError()
      break
    case 'launch-failed':
      log.warn({ kind: event.kind, err: event.error }, 'a browser could not be started')
      break
    case 'no-sandbox':
      log.warn(event, 'the browser runs without its sandbox')
      break
    case 'edits-missing':
      log.warn(event, 'the charting library lacks places that are edited')
      break
    case 'browser-ended':
      log.warn(event, 'a browser ended and is replaced')
      break
    default:
      unreachable(event)
  }
}

/** Ends the process like SIGTERM does, with an error code. */
function endWithError(): void {
  process.exitCode = 1
  process.kill(process.pid, 'SIGTERM')
}
