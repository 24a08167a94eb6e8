/** The words in which an image is asked for. */

import { imageFormats } from '../../../domain/image/formats.ts'
import { imageParameters } from '../../../domain/image/image-parameters.ts'
import type { ImageLook, Theme as ThemeName } from '../../../domain/image/look.ts'
import { builder } from '../builder.ts'

const formats = Object.fromEntries(
  imageFormats.map(format => [format, { description: `A ${format} file.`, value: format }]),
) as { [F in (typeof imageFormats)[number]]: { description: string; value: F } }

/** A parameter of an image, as a document says it. */
export function described(name: keyof ImageLook): string {
  const { summary, otherwise } = imageParameters[name]
  return `${summary}; default${/^\d/.test(otherwise) ? '' : ':'} ${otherwise}.`
}

export const ImageFormat = builder.enumType('ImageFormat', {
  description: 'The file format of a picture.',
  values: formats,
})

export const Theme = builder.enumType('Theme', {
  description: 'The colours around the data.',
  values: {
    light: { description: 'For light surroundings.', value: 'light' },
    dark: { description: 'For dark surroundings.', value: 'dark' },
  } satisfies Record<ThemeName, { description: string; value: ThemeName }>,
})
