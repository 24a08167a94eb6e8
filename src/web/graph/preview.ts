/** `/preview`: a frame that draws what the page around it sends, for charts that are not stored yet. */

import { mediaTypes } from '../../domain/image/formats.ts'
import type { Context } from '../../http/context.ts'
import { etagOf, sendFile } from '../../http/representations.ts'
import { defaultTemplate } from '../../plotly/house-template.ts'
import { html, scriptJson } from '../layout/html.ts'
import { bareStyle } from '../styles/styles.ts'
import type { PageModule } from './page.ts'

export async function sendPreview(ctx: Context, { config, library }: PageModule): Promise<void> {
  const scripts = [await library.part('whole'), library.preview]
  const assetBase = `${config.plotUrl}/assets`
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
<script type="application/json" id="template">${scriptJson(JSON.stringify(defaultTemplate.light))}</script></body>
</html>
`
  const bytes = Buffer.from(page.text)
  await sendFile(ctx, { bytes, type: mediaTypes.html, etag: etagOf(bytes) })
}
