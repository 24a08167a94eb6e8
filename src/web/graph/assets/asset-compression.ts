/** Compresses assets: each once, and quickly until the best compression is done. */

import { promisify } from 'node:util'
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib'
import { compressThoroughly, readCompressed } from '../../../bundling/compressed.ts'
import type { Coding } from '../../../http/content-coding.ts'
import type { Asset } from '../../../http/representations/static-asset.ts'

/** Fast compression for requests that arrive before the best compression is done. */
const quickly: Readonly<Record<Coding, (bytes: Uint8Array) => Promise<Uint8Array>>> = {
  br: bytes => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  zstd: bytes => promisify(zstdCompress)(bytes, { params: { [constants.ZSTD_c_compressionLevel]: 9 } }),
  gzip: bytes => promisify(gzip)(bytes, { level: 6 }),
}

export type CompressAsset = (asset: Asset, coding: Coding) => Promise<Uint8Array>

export function createAssetCompression(): CompressAsset {
  const compressed = new Map<string, Promise<Uint8Array>>()

  /** The cached best compression. If there is none yet, compresses quickly and makes the best one in the background. */
  async function compressWell(key: string, name: string, bytes: Uint8Array): Promise<Uint8Array> {
    const kept = await readCompressed(name)
    if (kept) return kept
    compressThoroughly(name, bytes).then(
      better => compressed.set(key, Promise.resolve(better)),
      // Keeps serving the fast compression.
      () => {},
    )
    return quickly.br(bytes)
  }

  return ({ name, bytes }, coding) => {
    const key = `${name} ${coding}`
    const known = compressed.get(key)
    if (known) return known
    const first = coding === 'br' ? compressWell(key, name, bytes) : quickly[coding](bytes)
    compressed.set(key, first)
    first.catch(() => compressed.delete(key))
    return first
  }
}
