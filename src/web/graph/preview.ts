/**
 * `/preview?parts=core,bar&math`: an iframe that draws figures sent by the embedding page, for charts that are not stored yet.
 * Loads the given parts of the charting library, and MathJax on request.
 */

import { etagOf } from '../../domain/etag.ts'
import { formats } from '../../domain/image/formats.ts'
import { invalidParameter } from '../../errors/errors.ts'
import type { Context } from '../../http/context.ts'
import { sendFile } from '../../http/representations/representations.ts'
import { defaultTemplate } from '../../plotly/default-template.ts'
import { type PartName, partNames, withNeeds } from '../../plotly/library-parts.ts'
import { html, scriptJson } from '../layout/html.ts'
import { bareStyle } from '../layout/styles.ts'
import type { PageModule } from './page.ts'

export async function sendPreview(ctx: Context, { config, library }: PageModule): Promise<void> {
  const { searchParams } = ctx.URL
  const parts = withNeeds(readParts(searchParams.get('parts') ?? ''))
  const scripts = await Promise.all([
    ...parts.map(library.part),
    ...(searchParams.has('math') ? [library.math()] : []),
    library.preview,
  ])
  const assetBase = `${config.plotUrl}/assets`
  const settings = { template: defaultTemplate.light, maps: `${assetBase}/maps-${library.version}/` }
  const page = html`<!doctype html>
<html lang="en" class="is-embed">
<head>
<meta charset="utf-8">
<title>Preview</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
${bareStyle}${scripts.map(
  script =>
    html`<script defer src="${assetBase}/${script.name}" integrity="${script.integrity}" crossorigin="anonymous"></script>
`,
)}</head>
<body><div class="preview" id="live"></div>
<script type="application/json" id="settings">${scriptJson(JSON.stringify(settings))}</script></body>
</html>
`
  const bytes = Buffer.from(page.text)
  await sendFile(ctx, { bytes, type: formats.html.mediaType, etag: etagOf(bytes) })
}

function readParts(text: string): PartName[] {
  return text
    .split(',')
    .filter(name => name !== '')
    .map(name => {
      const known = partNames.find(each => each === name)
      if (known === undefined) throw invalidParameter('parts', `there is no part ${name}`)
      return known
    })
}
