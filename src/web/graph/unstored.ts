/** A figure that is stored nowhere, as the same file that a graph of it would have. */

import { type FileFormat, formats } from '../../domain/image/formats.ts'
import type { UnstoredRender } from '../../domain/image/unstored-render.ts'
import { withFonts } from '../styles/fonts.ts'
import { disposition, fileStem } from './file-name.ts'
import type { Library } from './library.ts'
import { composeStandalone } from './standalone.ts'

/** With the charting library that standalone pages take their scripts from. */
export const unstoredFiles = (library: Library) => async (render: UnstoredRender, format: FileFormat) => {
  const { figure, title, traceTypes } = render.submission
  const file = fileStem(title, 'figure')
  return {
    bytes:
      format === 'html'
        ? await composeStandalone(
            {
              figure,
              title,
              traceTypes,
              image: { type: formats.svg.mediaType, bytes: render.image },
              permalink: null,
              file,
            },
            library,
          )
        : format === 'svg'
          ? withFonts(render.image)
          : render.image,
    mediaType: formats[format].mediaType,
    disposition: disposition(format === 'html' ? 'attachment' : 'inline', `${file}.${format}`),
  }
}
