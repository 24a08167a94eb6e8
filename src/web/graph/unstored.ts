/** Files of figures that are not stored, like those of a graph. */

import type { BodyReaders } from '../../domain/figure/body-readers.ts'
import { tableTextOf } from '../../domain/figure/text.ts'
import { type FileFormat, formats } from '../../domain/image/formats.ts'
import type { ImageLook } from '../../domain/image/look.ts'
import type { UnstoredRender } from '../../domain/image/renders/unstored-render.ts'
import { withFonts } from '../styles/fonts.ts'
import type { Library } from './assets/library.ts'
import { factsRequest } from './figure-facts.ts'
import { disposition, fileStem } from './file-name.ts'
import { composeStandalone } from './standalone.ts'

/** `libraryOf` provides the scripts of standalone pages. It is called for pages only. */
export const unstoredFiles =
  (libraryOf: () => Library | Promise<Library>, bodies: Pick<BodyReaders, 'factsOf' | 'packCsv'>) =>
  async (render: UnstoredRender, format: FileFormat, { theme }: ImageLook) => {
    const { figure, title, traceTypes } = render.submission
    const file = fileStem(title, 'figure')
    async function standalone(): Promise<Buffer> {
      const facts = await bodies.factsOf(...factsRequest(figure, traceTypes))
      const csv = await bodies.packCsv(tableTextOf(figure))
      const image = { type: formats.svg.mediaType, bytes: render.image }
      return composeStandalone(
        { figure, title, traceTypes, facts, csv, image, permalink: null, theme, file },
        await libraryOf(),
      )
    }
    return {
      bytes:
        format === 'html' ? await standalone() : format === 'svg' ? withFonts(render.image) : render.image,
      mediaType: formats[format].mediaType,
      disposition: disposition(format === 'html' ? 'attachment' : 'inline', `${file}.${format}`),
    }
  }
