/** Content codings (RFC 9110, 8.4): negotiation, and compression in zlib's threads. */

import type { IncomingMessage } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib'

export type Coding = 'br' | 'zstd' | 'gzip'

/** The codings by size of their output. Browsers accept all three without a preference. */
const preferred: readonly Coding[] = ['br', 'zstd', 'gzip']

/** The preferred coding among those that the caller accepts with the highest weight; null if it accepts none. */
export function acceptedCoding({ req }: { readonly req: IncomingMessage }): Coding | null {
  const header = req.headers['accept-encoding']
  if (!header) return null
  const weights = readWeights(String(header))
  const weightOf = (coding: string) => weights.get(coding) ?? weights.get('*') ?? 0
  const identity = weights.get('identity') ?? 0
  const best = Math.max(...preferred.map(weightOf))
  if (best === 0 || best < identity) return null
  return preferred.find(coding => weightOf(coding) === best) ?? null
}

function readWeights(header: string): ReadonlyMap<string, number> {
  return new Map(
    header.split(',').map(each => {
      const [coding = '', ...parameters] = each.split(';').map(part => part.trim().toLowerCase())
      const q = parameters.find(parameter => parameter.startsWith('q='))
      const weight = q === undefined ? 1 : Number(q.slice(2))
      return [coding === 'x-gzip' ? 'gzip' : coding, weight >= 0 && weight <= 1 ? weight : 0]
    }),
  )
}

type Compress = (bytes: Uint8Array) => Promise<Buffer>

/** The chunk size of compressed output. Each chunk costs this thread some work. */
const chunkSizeFor = ({ length }: Uint8Array): number => Math.min(2 ** 20, Math.max(2 ** 14, length >> 2))

/** Fast compression for answers that are made anew for each request. */
export const compressQuickly: Readonly<Record<Coding, Compress>> = {
  br: bytes =>
    promisify(brotliCompress)(bytes, {
      chunkSize: chunkSizeFor(bytes),
      params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
  zstd: bytes =>
    promisify(zstdCompress)(bytes, {
      chunkSize: chunkSizeFor(bytes),
      params: { [constants.ZSTD_c_compressionLevel]: 3 },
    }),
  gzip: bytes => promisify(gzip)(bytes, { chunkSize: chunkSizeFor(bytes), level: 6 }),
}
