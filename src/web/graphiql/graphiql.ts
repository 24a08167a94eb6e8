/** Serves GraphiQL to browsers without network access. Compressed at the first request, then served from memory. */

import { fork } from 'node:child_process'
import { extname } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { Context, Middleware } from '../../http/context.ts'
import { createFileCache } from '../../http/representations/file-cache.ts'
import { sendFile } from '../../http/representations/representations.ts'
import { wantsPage } from '../layout/error-page.ts'
import type { PackedPage } from './graphiql-worker.ts'

/** Whether a browser opens the page, rather than a client sending a query. */
const opensGraphiql = (ctx: Context): boolean =>
  ctx.path === '/graphql' && (ctx.method === 'GET' || ctx.method === 'HEAD') && wantsPage(ctx)

/** Answers browsers that open `/graphql`, and passes on all other requests. */
export function graphiqlPage(): Middleware {
  let packing: Promise<PackedPage> | undefined
  const unpacked = createFileCache()

  return async (ctx, next) => {
    if (!opensGraphiql(ctx)) return next()
    ctx.state.route = '/graphql'
    packing ??= pack()
    packing.catch(() => {
      packing = undefined
    })
    const packed = await packing
    const { etag, policy } = packed
    const accepted = ctx.acceptsEncodings('br', 'gzip', 'identity')
    const coding = accepted === 'br' || accepted === 'gzip' ? accepted : null
    ctx.set({
      'Content-Security-Policy': policy,
      'Cache-Control': 'no-cache',
      Vary: 'Accept, Accept-Encoding',
    })
    const type = 'text/html; charset=utf-8'
    if (coding) {
      // Different bytes are different representations, each with its own tag (RFC 9110, 8.8.3.3).
      await sendFile(ctx, {
        bytes: packed[coding],
        type,
        etag: `${etag.slice(0, -1)}.${coding}"`,
        coded: true,
      })
      if (ctx.status !== 304) ctx.set('Content-Encoding', coding)
      return
    }
    // Browsers accept gzip. Other clients share one uncompressed copy.
    const bytes = () => promisify(gunzip)(packed.gzip, { chunkSize: 2 ** 20 })
    await sendFile(ctx, { bytes, type, etag, coded: true, cache: unpacked, large: true })
  }
}

function pack(): Promise<PackedPage> {
  return new Promise((resolve, reject) => {
    // The same extension as this file: .ts in a checkout, .js in a package.
    const script = new URL(`./graphiql-worker${extname(import.meta.url)}`, import.meta.url)
    const child = fork(script, { serialization: 'advanced', stdio: 'ignore' })
    child.once('message', packed => resolve(packed as PackedPage))
    child.once('error', reject)
    child.once('exit', () => reject(new Error('GraphiQL was not packed')))
  })
}
