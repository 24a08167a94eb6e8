/** Serves GraphiQL to browsers without network access. Compressed at the first request, then served from memory. */

import { fork } from 'node:child_process'
import { extname } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { Context, Middleware } from '../../http/context.ts'
import { createFileCache } from '../../http/file-cache.ts'
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
    const { gzip, br, etag, policy } = await packing
    ctx.set({
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': policy,
      'Cache-Control': 'no-cache',
      Vary: 'Accept, Accept-Encoding',
      ETag: etag,
    })
    if (ctx.get('If-None-Match').includes(etag)) {
      ctx.status = 304
      return
    }
    const coding = ctx.acceptsEncodings('br', 'gzip', 'identity')
    if (coding === 'br' || coding === 'gzip') ctx.set('Content-Encoding', coding)
    const packed = coding === 'br' ? br : gzip
    // Browsers accept gzip. Other clients share one uncompressed copy.
    const plain = () => promisify(gunzip)(gzip, { chunkSize: 2 ** 20 })
    ctx.body = coding === false || coding === 'identity' ? await unpacked.get(etag, plain) : viewOf(packed)
  }
}

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength)

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
