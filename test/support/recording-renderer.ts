/** A render pool without browsers, for suites about queues: its images say what was asked for. */

import { createGraphIds, type GraphId } from '../../src/domain/ids.ts'
import type { Renderer, RenderRequest, RenderResult } from '../../src/domain/image/ports.ts'
import type { Store } from '../../src/domain/ports.ts'
import { renderFailed } from '../../src/errors/errors.ts'
import { emptyFigure, graphRecord } from './records.ts'

export interface RecordingRenderer extends Renderer {
  /** The `data` of each figure that was drawn, in order. */
  readonly drawn: string[]
  /** The formats of each of them. */
  readonly formats: string[]
  /** While set, renders wait for it before they end. */
  hold: Promise<void> | null
}

/** Each render takes 50 ms; figures whose data says `refused` are refused. */
export function createRecordingRenderer(): RecordingRenderer {
  const drawn: string[] = []
  const formats: string[] = []
  async function draw(request: RenderRequest): Promise<RenderResult> {
    const data = String((await request.figure()).data)
    drawn.push(data)
    formats.push(request.formats.join(' '))
    if (data.includes('refused')) throw renderFailed('the library refused it')
    await new Promise(resolve => setTimeout(resolve, 50))
    await renderer.hold
    const images = new Map(
      request.formats.map(format => [format, Buffer.from(`${format} of ${data}`)] as const),
    )
    return { images, omitted: [] }
  }
  const renderer: RecordingRenderer = {
    drawn,
    formats,
    hold: null,
    draw: request => ({ result: draw(request), promote: () => request.formats, cancel: () => true }),
    canary: async () => {},
    stats: () => ({ workers: 1, busy: 0, queued: 0, rendered: drawn.length, failed: 0, restarts: 0 }),
    close: async () => {},
  }
  return renderer
}

const newGraphId = createGraphIds()

/** A pending graph of the account `a`; resolves with its id. */
export async function insertGraph(store: Store, data: string, graphId = newGraphId()): Promise<GraphId> {
  await store.graphs.insert(graphRecord(graphId), { ...emptyFigure, data })
  return graphId
}
