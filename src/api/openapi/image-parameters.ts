/** The parameters and media types of images, as OpenAPI describes them: made of the tables that the service reads. */

import { z } from 'zod'
import { colourPattern } from '../../domain/image/colour.ts'
import { type FileFormat, formats } from '../../domain/image/formats.ts'
import { type ImageParameter, imageParameters } from '../../domain/image/image-parameters.ts'
import { type ImageLook, themes } from '../../domain/image/look.ts'

function schemaOf(parameter: ImageParameter): z.ZodType {
  switch (parameter.kind) {
    case 'number': {
      const number = parameter.whole ? z.int() : z.number()
      return number.min(parameter.min).max(parameter.max)
    }
    case 'theme':
      return z.enum(themes)
    case 'colour':
      return z.string().regex(new RegExp(colourPattern))
    case 'language':
      return z.string().max(40)
  }
}

function described(parameter: ImageParameter) {
  const { description, example } = parameter
  return schemaOf(parameter)
    .optional()
    .meta({ description, ...(example !== undefined && { example }) })
}

/** Query parameters by name, as `imageParameters` lists them. */
export const lookParameters = z.object(
  Object.fromEntries(
    Object.entries(imageParameters).map(([name, parameter]) => [name, described(parameter)]),
  ) as Record<keyof ImageLook, ReturnType<typeof described>>,
)

/** Without its parameters: `image/svg+xml`. */
export const mediaTypeOf = (format: FileFormat): string => formats[format].mediaType.split(';', 1)[0] ?? ''

/** The answer as bytes or as text: generators make a file or a string of it, where an open schema gives them nothing. */
export const fileContent = (mediaType: string) => {
  if (mediaType === 'application/json') return { schema: { type: 'object' as const } }
  if (mediaType.startsWith('text/')) return { schema: { type: 'string' as const } }
  return { schema: { type: 'string' as const, format: 'binary' } }
}
