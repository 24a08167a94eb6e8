/** `/:graph_id` and `/:graph_id?embed` (spec 2, `permalink`). */

import { etagOf } from '../../domain/etag.ts'
import type { FigureFacts } from '../../domain/figure/facts.ts'
import type { Figure } from '../../domain/figure/text.ts'
import { type Artifact, type GraphRecord, versionName } from '../../domain/graph/graph.ts'
import { formats } from '../../domain/image/formats.ts'
import { readLocale, readPageTheme } from '../../domain/image/image-parameters.ts'
import { choiceOf, refuseMisspelt, single } from '../../domain/query.ts'
import { readAll } from '../../errors/collect-faults.ts'
import type { Context } from '../../http/context.ts'
import { type NamedVersion, withVersion } from '../../http/representations/newest.ts'
import { sendFile } from '../../http/representations/representations.ts'
import { setGraphHeaders } from '../../http/representations/versions.ts'
import type { HttpDeps } from '../../http/routing/deps.ts'
import { siteAssets } from '../layout/site-assets.ts'
import { exampleGraph } from '../site/example/example.ts'
import type { Library } from './assets/library.ts'
import { composePage } from './document.ts'
import type { FactsOf } from './figure-facts.ts'
import { fileStem } from './file-name.ts'
import type { FilesDeps } from './images.ts'
import { largestInline } from './inline-figure.ts'
import { englishPage, pageLanguage } from './languages/page-language.ts'
import type { PageKind, PageParts } from './page-parts.ts'
import { type ImageParts, phoneImage } from './static-image.ts'
import { themesOf } from './themes.ts'

export interface PageModule extends FilesDeps, Pick<HttpDeps, 'config' | 'addresses'> {
  readonly library: Library
  readonly factsOf: FactsOf
}

const type = formats.html.mediaType

/** Sends the page. Does not wait for a render; only the request for its image does. */
export const sendPage = (ctx: Context, deps: PageModule, named: NamedVersion): Promise<void> =>
  withVersion(deps.graphs, named, async record => {
    setGraphHeaders(ctx, record)
    const query = ctx.URL.searchParams
    const pinned = named.version !== undefined
    const readFigure = async () => (await deps.graphs.read(record.graphId, record.version)).figure
    await sendPageOf(ctx, deps, record, { embed: query.has('embed'), pinned, follows: !pinned, readFigure })
  })

interface PageOptions {
  readonly embed: boolean
  /** Whether the page shows this version for ever. */
  readonly pinned: boolean
  /** Whether the page updates itself to new versions, unless `?live=off`. */
  readonly follows: boolean
  readonly readFigure: () => Promise<Figure>
}

/** What may follow the address of a page. `version` leads to that version. */
const pageParameters = ['embed', 'live', 'locale', 'theme', 'version']

/** Whether the page is to update itself: `?live`, `?live=on`, the default, or `off`. Throws `invalid_parameter`. */
const readLive = (query: URLSearchParams): boolean =>
  single(query, 'live') === '' || choiceOf(query, 'live', ['on', 'off']) !== 'off'

/** Pages are composed once and cached. A conditional request costs no more than reading the graph's record. */
export async function sendPageOf(
  ctx: Context,
  deps: PageModule,
  graph: GraphRecord,
  { readFigure, ...options }: PageOptions,
): Promise<void> {
  const query = ctx.URL.searchParams
  const [, locale, theme, live] = readAll(
    () => refuseMisspelt(query.keys(), pageParameters),
    () => readLocale(query),
    () => readPageTheme(query),
    () => readLive(query),
  )
  const kind = { ...options, follows: options.follows && live }
  ctx.vary('Accept-Language')
  const language = pageLanguage(locale, ctx.acceptsLanguages())
  const facts = await deps.factsOf(graph)
  const themes = themesOf(theme, facts.traits, kind.embed)
  const image = kind.embed ? null : await phoneImageOf(deps, graph, { facts, ...themes, locale })
  const parts = await partsOf(deps, graph, facts, {
    ...themes,
    locale,
    language,
    phoneImage: image?.bytes ?? null,
    ...kind,
  })
  // Everything that a page depends on, apart from the program.
  const { graphId, version, rendering, expiresAt } = graph
  const scripts = parts.scripts.map(({ name }) => name)
  const tag = [
    await sampleDigestOf(deps),
    graphId,
    version,
    themes,
    locale,
    language.tag,
    kind,
    rendering.error,
    expiresAt,
    scripts,
    image?.etag,
  ]
  ctx.set('Link', `<${parts.oembed}>; rel="alternate"; type="application/json+oembed"`)
  await sendFile(ctx, {
    async bytes() {
      const figure = facts.bytes <= largestInline ? await readFigure() : null
      return Buffer.from(composePage({ ...parts, figure }))
    },
    type,
    etag: etagOf(JSON.stringify(tag)),
    cache: deps.cache,
  })
}

/** In bytes. Limited, because the inline image is also sent to large screens, which do not need it. */
const largestPhoneImage = 48 * 1024

/** The inline image, which saves phones on slow networks a round trip. */
async function phoneImageOf(
  { images }: PageModule,
  graph: GraphRecord,
  wanted: Pick<ImageParts, 'facts' | 'theme' | 'figureTheme' | 'locale'>,
): Promise<Artifact | null> {
  const spec = phoneImage(wanted)
  const image = spec && (await images.peek(graph, spec))
  return image && image.bytes.length <= largestPhoneImage ? image : null
}

async function partsOf(
  { config, addresses, library }: PageModule,
  graph: GraphRecord,
  facts: FigureFacts,
  { follows, ...kind }: PageKind & Pick<PageOptions, 'follows'>,
): Promise<Omit<PageParts, 'figure'>> {
  const { graphId } = graph
  const { traits } = facts
  const name = kind.pinned ? versionName(graph) : graphId
  const assetBase = `${config.plotUrl}/assets`
  return {
    graph,
    facts,
    addresses,
    name,
    plotUrl: config.plotUrl,
    assetBase,
    ...kind,
    oembed: oembedAddress(config.plotUrl, addresses.permalink(name)),
    events: follows ? `${addresses.permalink(graphId)}/events` : null,
    home: `${config.baseUrl}/`,
    favicon: siteAssets.favicon,
    scripts: await Promise.all([
      library.page,
      ...traits.parts.map(library.part),
      ...(traits.math ? [library.math()] : []),
    ]),
    lazyScripts: {
      table: library.table,
      sharing: kind.embed ? null : library.sharing,
      following: follows ? library.following : null,
      buttons: await library.part('modebar'),
      tools: traits.parts.includes('shapes') ? null : await library.part('shapes'),
    },
    wordsBase: `${assetBase}/words-${library.wordsVersion}/`,
    mapsBase: `${assetBase}/maps-${library.version}/`,
    file: fileStem(graph.title, graphId),
  }
}

const sampleDigests = new WeakMap<PageModule, Promise<string>>()

/** Identifies release and configuration in ETags: the hash of the pages of a sample graph, computed once. */
export function sampleDigestOf(deps: PageModule): Promise<string> {
  const known = sampleDigests.get(deps)
  if (known) return known
  const digest = digestSample(deps)
  sampleDigests.set(deps, digest)
  return digest
}

async function digestSample(deps: PageModule): Promise<string> {
  const { figure, ...graph } = exampleGraph
  const facts = await deps.factsOf(graph, figure)
  const kind = {
    theme: null,
    figureTheme: null,
    followsHost: false,
    locale: null,
    language: englishPage,
    pinned: true,
    follows: true,
    phoneImage: null,
  }
  const pages = [true, false].map(async embed =>
    composePage({ ...(await partsOf(deps, graph, facts, { ...kind, embed })), figure }),
  )
  return etagOf((await Promise.all(pages)).join(''))
}

const oembedAddress = (plotUrl: string, permalink: string): string =>
  `${plotUrl}/oembed?${new URLSearchParams({ url: permalink })}`
