/** The handlers that read graphs. */

import { joinTexts } from '../../domain/figure/text.ts'
import { type GraphId, requireGraphId } from '../../domain/ids.ts'
import { graphNotFound } from '../../errors/errors.ts'
import { compressQuickly } from '../../http/content-coding.ts'
import { isKnown } from '../../http/representations/conditional.ts'
import { createFileCache } from '../../http/representations/file-cache.ts'
import { withVersion } from '../../http/representations/newest.ts'
import { setGraphHeaders, versionOf, versionTag } from '../../http/representations/versions.ts'
import type { RouteDeps } from '../../http/routing/deps.ts'
import type { Route } from '../../http/routing/router.ts'
import { answer } from './answer.ts'
import { etagPrefix } from './etag-prefix.ts'
import { presentGraph } from './present.ts'

export function createReads({ config, graphs, addresses, limits }: RouteDeps) {
  const prefix = etagPrefix(config)
  // Cached answers are used only after the store has confirmed that the graph exists.
  const files = createFileCache()

  /** spec 4.2. Always asks the store whether the graph exists, so that a deletion takes effect at once. */
  const readWhole: Route['handle'] = async (ctx, id) => {
    await limits.read(ctx)
    const graphId = requireGraphId(id)
    await withVersion(graphs, { graphId, version: versionOf(ctx) }, async record => {
      setGraphHeaders(ctx, record)
      const tag = versionTag(prefix, record)
      if (isKnown(ctx, tag)) return
      // Callers over a limit are refused before anything is read.
      ctx.state.holdAnswer?.(files.sizeOf(tag) ?? 0)
      const whole = () =>
        files.get(tag, async () => {
          const { figure } = await graphs.read(graphId, record.version)
          return joinTexts(presentGraph(graphId, addresses, figure))
        })
      answer(ctx, await whole())
      ctx.state.inCoding = coding =>
        files.get(`${tag} ${coding}`, async () => compressQuickly[coding](await whole()))
    })
  }

  /** spec 4.5, 4.7 */
  const readLocation =
    (kind: string, present: (graphId: GraphId, a: typeof addresses) => string): Route['handle'] =>
    async (ctx, id) => {
      await limits.read(ctx)
      const graphId = requireGraphId(id)
      const record = await graphs.find(graphId, versionOf(ctx))
      if (!record) throw graphNotFound(graphId)
      setGraphHeaders(ctx, record)
      if (isKnown(ctx, versionTag(`${prefix}.${kind}`, record))) return
      answer(ctx, present(graphId, addresses))
    }

  return { readWhole, readLocation }
}
