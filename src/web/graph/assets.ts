/** {plot_url}/assets: code, maps and styles of the pages, each kept for ever and compressed once. */

import { promisify } from 'node:util'
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib'
import { notFound } from '../../errors/errors.ts'
import { acceptedCoding, type Coding } from '../../http/content-coding.ts'
import type { Context } from '../../http/context.ts'
import { etagOf, sendFile } from '../../http/representations.ts'
import type { Route } from '../../http/router.ts'
import { type Asset, makeAsset } from '../../http/static-asset.ts'
import { siteAssets } from '../layout/site-assets.ts'
import { fontAsset, fontFolder } from '../styles/fonts.ts'
import type { Library } from './library.ts'

const quickBrotli = 9
/** A twentieth smaller than the quick one, and takes seconds for the whole library: made behind the answers… */
const thoroughBrotli = 11
/** …once some have asked. */
const thoroughAfter = 3

const quickly: Readonly<Record<Coding, (bytes: Uint8Array) => Promise<Uint8Array>>> = {
  br: bytes => brotli(bytes, quickBrotli),
  zstd: bytes => promisify(zstdCompress)(bytes, { params: { [constants.ZSTD_c_compressionLevel]: 9 } }),
  gzip: bytes => promisify(gzip)(bytes, { level: 6 }),
}

export function assetRoutes(library: Library): readonly Route[] {
  const compressed = new Map<string, Promise<Uint8Array>>()
  const asked = new Map<string, number>()

  async function find(name: string): Promise<Asset | null> {
    const fixed = [siteAssets.design, siteAssets.favicon, library.page, library.table, library.preview].find(
      asset => asset.name === name,
    )
    if (fixed) return fixed
    const part = library.partOf(name)
    const asset = part ? await library.part(part) : name.startsWith('mathjax.') ? await library.math() : null
    return asset?.name === name ? asset : null
  }

  /** Files of the charting library that it asks for by names of its own: `world_110m.json`, `de.json`. */
  async function findNamed(
    file: string,
    read: (name: string) => Promise<string | null>,
  ): Promise<Asset | null> {
    const name = file.replace(/\.json$/, '')
    const text = file.endsWith('.json') ? await read(name) : null
    return text === null ? null : makeAsset(name, 'json', text)
  }

  function compress(key: string, bytes: Uint8Array, coding: Coding): Promise<Uint8Array> {
    const known = compressed.get(key)
    if (known && coding === 'br') countAsked(key, bytes, known)
    if (known) return known
    const first = quickly[coding](bytes)
    compressed.set(key, first)
    first.catch(() => compressed.delete(key))
    return first
  }

  function countAsked(key: string, bytes: Uint8Array, known: Promise<Uint8Array>): void {
    const times = (asked.get(key) ?? 1) + 1
    asked.set(key, times)
    if (times === thoroughAfter) void improve(key, bytes, known)
  }

  async function improve(key: string, bytes: Uint8Array, first: Promise<Uint8Array>): Promise<void> {
    try {
      await first
      const better = await brotli(bytes, thoroughBrotli)
      compressed.set(key, Promise.resolve(better))
    } catch {
      // The quick one serves on; a failure of that one is told to whoever asked for it.
    }
  }

  async function send(ctx: Context, asset: Asset | null): Promise<void> {
    if (!asset) throw notFound(ctx.path)
    ctx.set('Cache-Control', 'public, max-age=31536000, immutable')
    const { type, bytes } = asset
    const ranged = ctx.get('Range') !== ''
    // Fonts are compressed already.
    const coding = ranged || bytes.length < 1_000 || type === 'font/woff2' ? null : acceptedCoding(ctx)
    ctx.vary('Accept-Encoding')
    const etag = etagOf(asset.integrity)
    if (!coding) return sendFile(ctx, { bytes, type, etag, coded: true })
    const coded = await compress(`${asset.integrity} ${coding}`, bytes, coding)
    ctx.set('Content-Encoding', coding)
    // A better compression of the same asset is another representation.
    return sendFile(ctx, {
      bytes: coded,
      type,
      etag: `${etag.slice(0, -1)}.${coding}${coded.length}"`,
      coded: true,
    })
  }

  return [
    {
      method: 'GET',
      path: '/assets/:name',
      async handle(ctx, name) {
        await send(ctx, await find(name))
      },
    },
    {
      method: 'GET',
      path: `/assets/${fontFolder}/:name`,
      async handle(ctx, name) {
        await send(ctx, fontAsset(name))
      },
    },
    {
      method: 'GET',
      path: `/assets/maps-${library.version}/:name`,
      async handle(ctx, name) {
        await send(ctx, await findNamed(name, async map => (await library.maps()).get(map) ?? null))
      },
    },
    {
      method: 'GET',
      path: `/assets/words-${library.version}/:name`,
      async handle(ctx, name) {
        await send(ctx, await findNamed(name, async language => library.words(language)))
      },
    },
  ]
}

/** Off the main thread, in zlib's own. */
const brotli = (bytes: Uint8Array, quality: number): Promise<Uint8Array> =>
  promisify(brotliCompress)(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_LGWIN]: 22,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  })
