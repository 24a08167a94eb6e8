/** {plot_url}/assets: scripts, maps and styles of the pages, cached for ever and compressed once. */

import { baseMap } from '../../../bundling/base-maps.ts'
import { etagOf } from '../../../domain/etag.ts'
import { acceptedCoding } from '../../../http/content-coding.ts'
import type { Context } from '../../../http/context.ts'
import { notFoundHere } from '../../../http/middleware/errors.ts'
import { sendFile } from '../../../http/representations/representations.ts'
import { type Asset, makeAsset } from '../../../http/representations/static-asset.ts'
import type { Route } from '../../../http/routing/router.ts'
import { siteAssets } from '../../layout/site-assets.ts'
import { fontAsset, fontFolder } from '../../styles/fonts.ts'
import { createAssetCompression } from './asset-compression.ts'
import type { Library } from './library.ts'

export function assetRoutes(library: Library): readonly Route[] {
  const compress = createAssetCompression()

  async function find(name: string): Promise<Asset | null> {
    const fixed = [
      siteAssets.design,
      siteAssets.favicon,
      library.page,
      library.table,
      library.sharing,
      library.following,
      library.preview,
    ].find(asset => asset.name === name)
    if (fixed) return fixed
    const part = library.partOf(name)
    const asset = part ? await library.part(part) : name.startsWith('mathjax.') ? await library.math() : null
    return asset?.name === name ? asset : null
  }

  async function send(ctx: Context, asset: Asset | null): Promise<void> {
    if (!asset) throw notFoundHere(ctx)
    ctx.set('Cache-Control', 'public, max-age=31536000, immutable')
    const { type, bytes } = asset
    const ranged = ctx.get('Range') !== ''
    // Font files are already compressed.
    const coding = ranged || bytes.length < 1_000 || type === 'font/woff2' ? null : acceptedCoding(ctx)
    ctx.vary('Accept-Encoding')
    const etag = etagOf(asset.integrity)
    if (!coding) return sendFile(ctx, { bytes, type, etag, coded: true })
    const coded = await compress(asset, coding)
    // The two compressions are different representations.
    const codedTag = `${etag.slice(0, -1)}.${coding}${coded.length}"`
    await sendFile(ctx, { bytes: coded, type, etag: codedTag, coded: true })
    // A 304 has no bytes that a caller could decode.
    if (ctx.status !== 304) ctx.set('Content-Encoding', coding)
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
        await send(ctx, await findNamed(name, baseMap))
      },
    },
    {
      method: 'GET',
      path: `/assets/words-${library.wordsVersion}/:name`,
      async handle(ctx, name) {
        await send(ctx, await findNamed(name, async language => library.words(language)))
      },
    },
  ]
}

/** Files that the charting library requests by its own names: `world_110m.json`, `de.json`. */
async function findNamed(
  file: string,
  read: (name: string) => Promise<string | null>,
): Promise<Asset | null> {
  const name = file.replace(/\.json$/, '')
  const text = file.endsWith('.json') ? await read(name) : null
  return text === null ? null : makeAsset(name, 'json', text)
}
